// Lines of a log: their words and numbers, and the meaning of names and versions in them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/data_type.h"

namespace treering::tuner::runs {

// Words and numbers of a line of a log.

/// The words of a line between blanks, up to a limit.
std::vector<std::string_view> words_of(std::string_view line);

/// A number of digits only; nothing for others and for too large ones.
std::optional<std::uint64_t> whole_number(std::string_view text);
std::optional<int> small_number(std::string_view text);

/// A printed number, and half a unit of its last digit: the most that it is off.
struct Figure {
  double value = 0;
  double half_step = 0;
  bool operator==(const Figure&) const = default;
};

/// "35.27", "1e+06"; nothing for other texts.
std::optional<Figure> parse_figure(std::string_view text);

// Interprets names and numbers in a log: programs, versions, forced choices.

/// The name of a program of nccl-tests without folders and ending: "all_reduce" for
/// "./build/all_reduce_perf" and for "all_reduce_perf_mpi"; empty where `word` names none.
std::string_view program_in(std::string_view word);

/// "2.28.7" for 22807, "2.4.8" for 2408: NCCL_VERSION_CODE (nccl.h), which has another form up to
/// 2.8. Empty for what is no version.
std::string version_of_code(long long code);

/// "2.20.5" for "2.20.5+cuda12.4"; empty for what is no version.
std::string version_in(std::string_view word);

/// NCCL's name for an algorithm or protocol in any spelling; unknown names and lists stay
/// unchanged.
std::string algorithm_named(std::string_view text);
std::string protocol_named(std::string_view text);

/// Also by the names that nccl-tests had before NCCL 2: "char", "int".
std::optional<core::DataType> type_named(std::string_view text);

/// Nothing for "none" and for others.
std::optional<core::ReduceOp> op_named(std::string_view text);

}  // namespace treering::tuner::runs
