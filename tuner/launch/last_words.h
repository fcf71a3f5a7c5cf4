// Finds in the output of a program why it ended.
#pragma once

#include <string>
#include <string_view>

namespace treering::tuner::launch {

/// The variable that makes the mpirun of Open MPI 4 say of each line which rank printed it:
/// "[1,3]<stderr>:no memory".
inline constexpr const char* kTagVariable = "OMPI_MCA_orte_tag_output";

/// The last line with words in it; empty where there is none. Under Open MPI's mpirun, the last of
/// the rank that ended first, where lines have their rank, and behind it what mpirun says of its
/// end, which stands between lines of dashes. A message of Open MPI that takes several lines counts
/// as one, and the trace of a crash as its signal.
std::string last_words(std::string_view text);

}  // namespace treering::tuner::launch
