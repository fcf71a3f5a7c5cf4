# The rooms of workers in the order in which the data passes, with their doors (cmake/library.cmake).
treering_room(launch.h)
treering_room(binding INNER_DOORS bind.h place.h)
treering_room(meeting INNER_DOORS meet.h star.h)
treering_room(.)
treering_room(nccl)
treering_room(mpi PROGRAM)
treering_room(gloo PROGRAM)
treering_room(shape PROGRAM)
