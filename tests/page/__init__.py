"""The program in the Python of a page: Pyodide, started by node, without a browser."""
