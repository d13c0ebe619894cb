"""``python -m bushido_odds`` is ``bushido-odds``."""

from bushido_odds.cli.main import main

if __name__ == "__main__":
    main()
