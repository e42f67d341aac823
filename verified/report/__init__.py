"""What people and programs read: terminal, JSON, explained certificates, files that are whole."""
