"""What crosses between Python and the page, as frozen models: nothing else is sent either way."""
