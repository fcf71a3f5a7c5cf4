// The one definition of every option: --help, shell completion, the man page and the parser all
// read this table, so that they always agree.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace treering::cli {

/// The kind of value that an option or argument takes; completion offers values accordingly.
enum class ValueKind {
  Flag,  // takes nothing
  Number,
  Size,
  File,
  Text,
  Topology,
  Collective,
  SimulatedCollective,  // also barrier
  Algorithm,
  SimulatedAlgorithm,  // also those that NCCL does not have
  Protocol,
  ChannelCount,
  Model,
  Network,
  DataType,
  ReduceOp,
  Format,
  TextOrJson,
  ReportFormat,
  FileFormat,
  Exporter,
  Runner,
  Binding,
  Shell,
  Inventory,
  NcclVersion,
  Variable,    // of NCCL, by name
  Assignment,  // to one
};

struct OptionSpec {
  std::string_view id;     // by which a command lists the option
  std::string_view name;   // long name without dashes; one name may mean slightly different things
  char letter = 0;         // 0: none
  std::string_view value;  // placeholder of the value in help; empty for a flag
  ValueKind kind = ValueKind::Flag;
  bool is_list = false;    // several values, separated by commas
  std::string_view group;  // heading in help
  std::string_view help;
  bool is_repeatable = false;  // each time adds a value; otherwise the last one counts
};

/// An argument without a dash, in its place.
struct PositionalSpec {
  std::string_view name;
  ValueKind kind = ValueKind::Text;
  std::string_view help;
  bool is_required = true;
  bool is_list = false;  // one or more; only the last of a command
};

std::span<const OptionSpec> all_options();

/// \pre an option with that id exists
const OptionSpec& option_with(std::string_view id);

/// "-c, --collective LIST", "--quiet".
std::string spelling(const OptionSpec& option);

/// The named values of `kind`, in our order; none for numbers, files and texts.
std::vector<std::string> known_values(ValueKind kind);

/// The values that completion offers for a list: also the words that stand for several.
std::vector<std::string> known_list_values(ValueKind kind);

}  // namespace treering::cli
