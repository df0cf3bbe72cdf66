"""Who sits at a node: a person, a bot, or somebody who only watches."""
