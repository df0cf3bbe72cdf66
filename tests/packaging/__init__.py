"""What is handed out: a source distribution and a wheel (`make package`)."""
