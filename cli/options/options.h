// The options of the command line: their table, the names that they take, and the texts that were
// given.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "app/setup/names.h"
#include "core/result.h"

namespace treering::cli {

// The one definition of every option: --help, shell completion, the man page and the parser all
// read this table, so that they always agree.

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
  CheckFormat,  // also markdown, and with floors junit
  TextOrJson,
  DoctorFormat,  // text, json or markdown
  ReportFormat,
  FileFormat,
  Exporter,
  FloorForm,
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

// The names that options take.

enum class Format { Text, Json, Csv, Markdown };

/// The value of --format: text, json or csv.
core::Result<Format> parse_format(std::string_view text);

/// The value of --format of check, and of doctor, which have a report to paste as well.
core::Result<Format> parse_check_format(std::string_view text);
core::Result<Format> parse_doctor_format(std::string_view text);

/// Calls the function for that format alone, and returns its text.
template <class Text, class Json, class Csv>
auto written(Format format, const Text& text, const Json& json, const Csv& csv)
    -> std::common_type_t<decltype(text()), decltype(json()), decltype(csv())> {
  if (format == Format::Json) return json();
  if (format == Format::Csv) return csv();
  return text();
}

/// The same where there is no CSV.
core::Result<Format> parse_text_or_json(std::string_view text);

/// Of a report; `treering report` takes it by the ending of its file where it is not given.
enum class ReportFormat { Html, Markdown, Csv, Json };

core::Result<ReportFormat> parse_report_format(std::string_view text);

/// The lists that `treering list` shows, in its order: "topologies", ...
struct Inventory {
  app::setup::NameKind value;
  std::string_view name;
};
std::span<const Inventory> all_inventories();

// The command line as texts by name. requests.h gives them meaning.

struct Arguments {
  std::string command;
  std::vector<std::string> positionals;
  std::map<std::string, std::string, std::less<>> values;  // options by long name; flags as ""
  std::map<std::string, std::vector<std::string>, std::less<>> lists;  // repeatable options

  bool has(std::string_view option) const { return values.find(option) != values.end(); }
  std::optional<std::string_view> value(std::string_view option) const;
  /// The values of a repeatable option, in the order given.
  std::vector<std::string> all_values(std::string_view option) const;
  /// Empty when the argument was left out.
  std::string_view positional(std::size_t index) const;
};

/// The whole number given for `option`, from 1 to `most`; nothing when it was not given.
core::Result<std::optional<int>> count_option(const Arguments& arguments, std::string_view option,
                                              int most);

}  // namespace treering::cli
