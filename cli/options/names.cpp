#include "app/setup/names.h"

#include <algorithm>
#include <array>
#include <optional>

#include "cli/options/options.h"
#include "core/named_values.h"

namespace treering::cli {
namespace {

using app::setup::NameKind;

struct FormatEntry {
  Format value;
  std::string_view name;
};
constexpr std::array<FormatEntry, 4> kCheckFormats{{
    {Format::Text, "text"},
    {Format::Json, "json"},
    {Format::Csv, "csv"},
    {Format::Markdown, "markdown"},
}};
static_assert(core::is_in_enum_order(kCheckFormats));
constexpr std::array<FormatEntry, 3> kFormats{
    {kCheckFormats[0], kCheckFormats[1], kCheckFormats[2]}};
constexpr std::array<FormatEntry, 2> kTextOrJson{{kFormats[0], kFormats[1]}};
constexpr std::array<FormatEntry, 3> kDoctorFormats{{kFormats[0], kFormats[1], kCheckFormats[3]}};

struct ReportFormatEntry {
  ReportFormat value;
  std::string_view name;
};
constexpr std::array<ReportFormatEntry, 4> kReportFormats{{
    {ReportFormat::Html, "html"},
    {ReportFormat::Markdown, "markdown"},
    {ReportFormat::Csv, "csv"},
    {ReportFormat::Json, "json"},
}};
static_assert(core::is_in_enum_order(kReportFormats));

constexpr std::array<Inventory, 11> kInventories{{
    {NameKind::Topology, "topologies"},
    {NameKind::ReadFormat, "formats"},
    {NameKind::SimulatedAlgorithm, "algorithms"},
    {NameKind::Protocol, "protocols"},
    {NameKind::Collective, "collectives"},
    {NameKind::AnyVariable, "variables"},
    {NameKind::Field, "fields"},
    {NameKind::AnyExporter, "exporters"},
    {NameKind::Runner, "runners"},
    {NameKind::Backend, "backends"},
    {NameKind::GpuModel, "gpus"},
}};

struct NamedKind {
  ValueKind value;
  NameKind names;
};
constexpr std::array kNamedKinds{
    NamedKind{ValueKind::Topology, NameKind::Topology},
    NamedKind{ValueKind::Collective, NameKind::Collective},
    NamedKind{ValueKind::SimulatedCollective, NameKind::Collective},
    NamedKind{ValueKind::Algorithm, NameKind::Algorithm},
    NamedKind{ValueKind::SimulatedAlgorithm, NameKind::SimulatedAlgorithm},
    NamedKind{ValueKind::Protocol, NameKind::Protocol},
    NamedKind{ValueKind::ChannelCount, NameKind::ChannelCount},
    NamedKind{ValueKind::Model, NameKind::Model},
    NamedKind{ValueKind::Network, NameKind::Network},
    NamedKind{ValueKind::DataType, NameKind::DataType},
    NamedKind{ValueKind::ReduceOp, NameKind::ReduceOp},
    NamedKind{ValueKind::FileFormat, NameKind::FileFormat},
    NamedKind{ValueKind::Exporter, NameKind::AnyExporter},
    NamedKind{ValueKind::FloorForm, NameKind::FloorForm},
    NamedKind{ValueKind::Runner, NameKind::Runner},
    NamedKind{ValueKind::Binding, NameKind::Binding},
    NamedKind{ValueKind::Variable, NameKind::Variable},
    NamedKind{ValueKind::Assignment, NameKind::Variable},
    NamedKind{ValueKind::NcclVersion, NameKind::NcclVersion},
};

std::optional<NameKind> name_kind_of(ValueKind kind) {
  const auto found = std::ranges::find(kNamedKinds, kind, &NamedKind::value);
  return found == kNamedKinds.end() ? std::nullopt : std::optional(found->names);
}

template <class Entries>
std::vector<std::string> names_in(const Entries& entries) {
  std::vector<std::string> names;
  for (const auto& entry : entries) names.emplace_back(entry.name);
  return names;
}

}  // namespace

core::Result<Format> parse_format(std::string_view text) {
  return core::parse_name("--format", text, kFormats);
}

core::Result<Format> parse_check_format(std::string_view text) {
  return core::parse_name("--format", text, kCheckFormats);
}

core::Result<Format> parse_doctor_format(std::string_view text) {
  return core::parse_name("--format", text, kDoctorFormats);
}

core::Result<Format> parse_text_or_json(std::string_view text) {
  return core::parse_name("--format", text, kTextOrJson);
}

core::Result<ReportFormat> parse_report_format(std::string_view text) {
  return core::parse_name("--format", text, kReportFormats);
}

std::span<const Inventory> all_inventories() {
  return kInventories;
}

std::vector<std::string> known_values(ValueKind kind) {
  switch (kind) {
    case ValueKind::Format:
      return names_in(kFormats);
    case ValueKind::CheckFormat: {
      std::vector<std::string> names = names_in(kCheckFormats);
      names.emplace_back("junit");  // with --floors
      return names;
    }
    case ValueKind::TextOrJson:
      return names_in(kTextOrJson);
    case ValueKind::DoctorFormat:
      return names_in(kDoctorFormats);
    case ValueKind::ReportFormat:
      return names_in(kReportFormats);
    case ValueKind::Shell:
      return {"bash", "zsh", "fish"};
    case ValueKind::Inventory:
      return names_in(kInventories);
    default:
      break;
  }
  const auto named = name_kind_of(kind);
  if (!named) return {};
  std::vector<std::string> names = app::setup::names_of(*named);
  if (kind == ValueKind::SimulatedCollective) names.emplace_back("barrier");
  if (kind == ValueKind::Assignment) {
    for (std::string& name : names) name += "=";
  }
  return names;
}

std::vector<std::string> known_list_values(ValueKind kind) {
  std::vector<std::string> names = known_values(kind);
  if (kind == ValueKind::Collective) names.emplace_back("tuned");
  if (!names.empty()) names.emplace_back("all");
  return names;
}

}  // namespace treering::cli
