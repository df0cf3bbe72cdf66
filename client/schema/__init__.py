"""What crosses between Python and the page, as frozen models: nothing else is sent either way.

A model is named after what it shows: `game.Battle` shows an `engine.battles.Battle`. Where both are
meant, the module is imported as `shown`, and the model is `shown.Battle`.
"""
