"""The director's night: evenings, who came, their tables, the wall screen, the sign-off."""
