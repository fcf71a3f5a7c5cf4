// Nothing but what its target precompiles for all test programs.
