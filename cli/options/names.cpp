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

std::optional<NameKind> name_kind_of(ValueKind kind) {
  switch (kind) {
    case ValueKind::Topology:
      return NameKind::Topology;
    case ValueKind::Collective:
    case ValueKind::SimulatedCollective:
      return NameKind::Collective;
    case ValueKind::Algorithm:
      return NameKind::Algorithm;
    case ValueKind::SimulatedAlgorithm:
      return NameKind::SimulatedAlgorithm;
    case ValueKind::Protocol:
      return NameKind::Protocol;
    case ValueKind::ChannelCount:
      return NameKind::ChannelCount;
    case ValueKind::Model:
      return NameKind::Model;
    case ValueKind::Network:
      return NameKind::Network;
    case ValueKind::DataType:
      return NameKind::DataType;
    case ValueKind::ReduceOp:
      return NameKind::ReduceOp;
    case ValueKind::FileFormat:
      return NameKind::FileFormat;
    case ValueKind::Exporter:
      return NameKind::AnyExporter;
    case ValueKind::FloorForm:
      return NameKind::FloorForm;
    case ValueKind::Runner:
      return NameKind::Runner;
    case ValueKind::Binding:
      return NameKind::Binding;
    case ValueKind::Variable:
    case ValueKind::Assignment:
      return NameKind::Variable;
    case ValueKind::NcclVersion:
      return NameKind::NcclVersion;
    default:
      return std::nullopt;
  }
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
