"""What a seat sees and does, whoever sits there: person, bot, or somebody who only watches."""
