"""What programs are told of: the kinds, and each as data."""
