#include "app/files/file_kind.h"

#include <array>
#include <optional>
#include <string_view>
#include <variant>

#include "app/show.h"
#include "core/text/quote.h"
#include "hw/formats/format.h"
#include "hw/io/files.h"
#include "tuner/runs/runs.h"

namespace treering::app::files {
namespace {

constexpr std::string_view kExpected =
    "expected a topology, a cluster, a profile, an answer about a machine, or a log of nccl-tests";

struct OtherSchema {
  std::string_view schema;
  std::string_view what;
  std::string_view hint;
};

// docs/json.md has all of them; others than these are answers of a command.
constexpr std::array kOthers{
    OtherSchema{"treering.schedule/", "a schedule", "treering simulate --schedule takes it"},
};

/// "treering.predict/1" of our JSON; empty elsewhere.
std::string_view schema_of(std::string_view text) {
  constexpr std::string_view kMark = "\"treering.";
  constexpr std::size_t kHead = 4096;
  const std::string_view head = text.substr(0, kHead);
  const std::size_t key = head.find("\"schema\"");
  if (key == std::string_view::npos) return {};
  const std::size_t begin = head.find(kMark, key);
  if (begin == std::string_view::npos) return {};
  const std::size_t end = head.find('"', begin + 1);
  return end == std::string_view::npos ? std::string_view()
                                       : head.substr(begin + 1, end - begin - 1);
}

bool is_profile(std::string_view schema) {
  return schema.starts_with("treering.profile/");
}

/// Results of treering measure: read as measurements.
bool are_results(std::string_view schema) {
  return schema.starts_with("treering.measurement/");
}

bool is_machine(std::string_view schema) {
  return schema.starts_with("treering.topology/") || schema.starts_with("treering.cluster/");
}

/// Why a file of ours is not opened; nothing where it is none, or can be.
std::optional<core::Error> why_not(const std::string& path, std::string_view text) {
  const std::string_view schema = schema_of(text);
  if (schema.empty() || is_machine(schema) || is_profile(schema) || is_answer(schema)) return {};
  if (are_results(schema)) return {};
  for (const OtherSchema& other : kOthers) {
    if (!schema.starts_with(other.schema)) continue;
    return core::bad_input(core::printable(path), std::string(other.what), std::string(kExpected),
                           std::string(other.hint))
        .value();
  }
  return core::bad_input(core::printable(path),
                         "an answer of treering (" + core::printable(std::string(schema)) + ")",
                         std::string(kExpected))
      .value();
}

/// Whether the text may be of a machine as well. Fails where it is neither.
core::Result<bool> find_measurements(const std::string& path, const std::string& text,
                                     FileKind& kind) {
  // Rows that name no collective are of the one that is asked about.
  const tuner::runs::ImportHints of_any{.id = {}, .collective = core::Collective::AllReduce};
  const auto runs = tuner::runs::read_run_file({path, text}, of_any);
  const auto rows = runs ? tuner::runs::rows_of({*runs}) : core::fail(runs.error());
  kind.has_measurements = rows.has_value();
  const hw::formats::Format* const format = hw::formats::recognise(text);
  const bool is_table = format != nullptr && hw::formats::holds_measurements(*format);
  if (!kind.has_measurements && is_table) return core::fail(rows.error());
  if (!kind.has_measurements && format == nullptr) {
    return core::bad_input(core::printable(path), "a text that treering does not know",
                           std::string(kExpected));
  }
  // What a list of devices tells of its machine does not replace one that is known.
  return !(kind.has_measurements && is_table);
}

}  // namespace

core::Result<FileKind> kind_of_file(const std::string& path) {
  FileKind kind;
  const hw::io::RealFiles files;
  // A folder may be a recording of a machine: what shows it says so.
  if (const auto text = files.read(path, hw::io::kMaxFileBytes)) {
    if (auto reason = why_not(path, *text)) return core::fail(*std::move(reason));
    const std::string_view schema = schema_of(*text);
    kind.is_profile = is_profile(schema);
    if (kind.is_profile) return kind;
    if (is_answer(schema)) {
      auto asked = asked_in(path, *text);
      if (!asked) return core::fail(asked.error());
      kind.asked = *std::move(asked);
      return kind;
    }
    const auto may_be_machine = find_measurements(path, *text, kind);
    if (!may_be_machine) return core::fail(may_be_machine.error());
    if (!*may_be_machine) return kind;
  }
  ShowRequest request;
  request.job.topology = path;
  request.job.nodes_may_differ = true;
  const auto machine = answer(request);
  const auto* const facts = machine ? std::get_if<HostFactsReport>(&*machine) : nullptr;
  if (facts != nullptr && !kind.has_measurements) return core::fail(facts->why_no_machine);
  kind.has_machine = machine.has_value() && facts == nullptr;
  if (!kind.has_machine && !kind.has_measurements) return core::fail(machine.error());
  return kind;
}

}  // namespace treering::app::files
