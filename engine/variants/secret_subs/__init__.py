"""Secret Subs (SS): submarines in hidden groups, moved as tokens that may be decoys."""
