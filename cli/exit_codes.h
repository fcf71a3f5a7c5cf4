// The exit codes of treering, for --help and the manual page.
#pragma once

#include <array>
#include <string_view>

namespace treering::cli {

struct ExitMeaning {
  int code;
  std::string_view meaning;  // short, lower-case
  std::string_view details;  // a sentence; empty where the meaning says it all
};

inline constexpr std::array<ExitMeaning, 6> kExitMeanings{{
    {0, "done", ""},
    {1, "a check or comparison failed",
     "check found times slower than expected or faster than possible, doctor a fault or warning, "
     "diff a difference, export no setting that beats NCCL's own choices, or measure no result, or "
     "not all because it was interrupted."},
    {2, "wrong usage", "A command, an option or its value is unknown or impossible."},
    {3, "bad input",
     "A topology is neither built in nor a file, or a file cannot be read or makes no sense."},
    {4, "the environment lacks something",
     "This machine has no NVIDIA GPU, or a file cannot be written."},
    {5, "internal error", "A bug in treering; please report it."},
}};

}  // namespace treering::cli
