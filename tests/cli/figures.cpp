#include "tests/cli/figures.h"

#include <array>
#include <sstream>
#include <string_view>

#include <nlohmann/json.hpp>

namespace treering::cli {
namespace {

using nlohmann::json;

// Members that repeat what was asked, or say when.
constexpr std::array<std::string_view, 29> kEchoes{
    "schema", "topology",    "nccl_version",     "environment", "notes",  "guesses",
    "fabric", "profile",     "network",          "datatype",    "redop",  "op",
    "id",     "source",      "devices",          "links",       "paths",  "rails",
    "start",  "start_id",    "description",      "nodes",       "ranks",  "model",
    "call",   "asked_bytes", "gpus_per_process", "name",        "sources"};

/// Removes them everywhere.
void drop_echoes(json& value) {
  if (value.is_object()) {
    for (const std::string_view name : kEchoes) value.erase(std::string(name));
  }
  if (!value.is_structured()) return;
  for (json& part : value) drop_echoes(part);
}

std::string without_echoes(const std::string& text) {
  json value = json::parse(text, nullptr, false);
  if (value.is_discarded()) return text;
  drop_echoes(value);
  return value.dump();
}

}  // namespace

std::vector<std::string> figures_in(const std::string& out) {
  if (json::accept(out)) return {without_echoes(out)};
  std::vector<std::string> lines;
  std::istringstream stream(out);
  for (std::string line; std::getline(stream, line);) {
    if (!line.starts_with('#')) lines.push_back(without_echoes(line));
  }
  return lines;
}

Outcome run_on(std::string words, const std::string& file) {
  for (auto at = words.find("{}"); at != std::string::npos; at = words.find("{}")) {
    words.replace(at, 2, file);
  }
  return run(words);
}

std::vector<std::string> expected_in(const std::string& message) {
  constexpr std::string_view kExpected = ", expected ";
  const std::size_t at = message.find(kExpected);
  if (at == std::string::npos) return {};
  std::string list = message.substr(at + kExpected.size());
  list = list.substr(0, list.find_first_of(";\n"));
  std::vector<std::string> fields;
  std::istringstream stream(list);
  for (std::string field; std::getline(stream >> std::ws, field, ',');) fields.push_back(field);
  return fields;
}

}  // namespace treering::cli
