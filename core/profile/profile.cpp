#include "core/profile/profile.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/json/fields.h"
#include "core/json/values.h"
#include "core/named_values.h"
#include "core/text/hash.h"

namespace treering::core {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kSchema = "treering.profile/1";
// Limits far beyond anything measured, which keep products of parameters finite.
constexpr double kLeastValue = 1e-12;
constexpr double kMostValue = 1e12;
constexpr double kMostSpread = 10;
constexpr double kMostLogRatio = 10;
constexpr std::size_t kMarkDigits = 8;
constexpr std::size_t kMarksPerLine = 10;

Parameter read_parameter(const Json& value, std::string pointer, FirstProblem& problem) {
  JsonFields fields(value, std::move(pointer), problem);
  Parameter parameter;
  fields.require("value");
  parameter.value = fields.number("value", 1);
  parameter.unit = fields.text("unit");
  parameter.spread = fields.number("spread");
  parameter.source = fields.text("source");
  fields.refuse_unknown();
  if (!(parameter.value >= kLeastValue && parameter.value <= kMostValue)) {
    fields.problem("value", fmt::format("{}", parameter.value), "expected 1e-12 to 1e12");
  }
  if (!(parameter.spread >= 0 && parameter.spread <= kMostSpread)) {
    fields.problem("spread", fmt::format("{}", parameter.spread), "expected 0 to 10",
                   "it is the standard error of the value's natural logarithm");
  }
  return parameter;
}

Correction::Point read_point(const Json& value, std::string pointer, FirstProblem& problem) {
  JsonFields fields(value, std::move(pointer), problem);
  Correction::Point point;
  fields.require("bytes");
  fields.require("log_ratio");
  const std::int64_t bytes = fields.long_integer("bytes", 1);
  point.log_ratio = fields.number("log_ratio");
  point.spread = fields.number("spread");
  fields.refuse_unknown();
  if (bytes <= 0) fields.problem("bytes", fmt::format("{}", bytes), "expected above 0");
  point.bytes = bytes > 0 ? static_cast<std::uint64_t>(bytes) : 1;
  if (!(std::abs(point.log_ratio) <= kMostLogRatio)) {
    fields.problem("log_ratio", fmt::format("{}", point.log_ratio), "expected -10 to 10");
  }
  if (!(point.spread >= 0 && point.spread <= kMostLogRatio)) {
    fields.problem("spread", fmt::format("{}", point.spread), "expected 0 to 10");
  }
  return point;
}

Correction read_correction(const Json& value, const std::string& pointer, FirstProblem& problem) {
  JsonFields fields(value, pointer, problem);
  Correction correction;
  fields.require("collective");
  fields.require("points");
  correction.collective = fields.one_of("collective", Collective::AllReduce, parse_collective);
  correction.algorithm = fields.text("algorithm");
  correction.nodes = fields.integer("nodes", 0);
  correction.ranks = fields.integer("ranks", 0);
  for (const auto& [name, count] :
       {std::pair("nodes", correction.nodes), std::pair("ranks", correction.ranks)}) {
    if (count < 0) fields.problem(name, fmt::format("{}", count), "expected 0, for any, or more");
  }
  const Json* points = fields.array("points");
  fields.refuse_unknown();
  if (points == nullptr) return correction;
  std::uint64_t last = 0;
  for (std::size_t i = 0; i < points->size(); ++i) {
    const std::string place = fmt::format("{}/points/{}", pointer, i);
    correction.points.push_back(read_point((*points)[i], place, problem));
    const std::uint64_t bytes = correction.points.back().bytes;
    if (bytes <= last) {
      problem.note({Category::BadInput, place + "/bytes", fmt::format("{}", bytes),
                    fmt::format("expected above {}", last), "sort the points by size"});
    }
    last = bytes;
  }
  return correction;
}

/// "0123abcd 89ef0123": several hashes in one line.
void read_marks(const Json& value, const std::string& pointer, FirstProblem& problem,
                std::set<std::uint32_t>& marks) {
  const std::string text = text_in(value).value_or("");
  for (std::size_t begin = 0; begin <= text.size(); begin += kMarkDigits + 1) {
    const std::string_view word = std::string_view(text).substr(begin, kMarkDigits);
    std::uint32_t mark = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), mark, 16);
    const bool is_whole = word.size() == kMarkDigits && end == word.data() + word.size();
    const std::size_t next = begin + kMarkDigits;
    if (error != std::errc() || !is_whole || (next < text.size() && text[next] != ' ')) {
      problem.note({Category::BadInput, pointer, described(value),
                    "expected marks of eight hexadecimal digits with a blank between them", ""});
      return;
    }
    marks.insert(mark);
  }
}

void check_parameter(const std::string& name, const Parameter& parameter,
                     const ParameterCheck& check, FirstProblem& problem) {
  auto wrong = check ? check(name, parameter) : std::nullopt;
  if (!wrong) return;
  const std::string pointer = pointer_to("/parameters", name);
  problem.note({Category::BadInput,
                wrong->field.empty() ? pointer : pointer_to(pointer, wrong->field),
                std::move(wrong->found), std::move(wrong->expected), std::move(wrong->hint)});
}

Profile read_profile(const Json& root, const ParameterCheck& check, FirstProblem& problem) {
  JsonFields fields(root, "", problem);
  Profile profile;
  fields.require("schema");
  const std::string schema = fields.text("schema");
  if (schema != kSchema) {
    fields.problem("schema", fmt::format("'{}'", schema), fmt::format("expected '{}'", kSchema));
  }
  profile.name = fields.text("name");
  profile.description = fields.text("description");
  const Json* parameters = fields.object("parameters");
  const Json* corrections = fields.array("corrections");
  const Json* fitted_rows = fields.array("fitted_rows");
  fields.refuse_unknown();
  if (parameters != nullptr) {
    for (const auto& [name, value] : parameters->items()) {
      if (auto fit = check_printable(name, "/parameters"); !fit) problem.note(fit.error());
      Parameter parameter = read_parameter(value, pointer_to("/parameters", name), problem);
      check_parameter(name, parameter, check, problem);
      profile.parameters[name] = std::move(parameter);
    }
  }
  for (std::size_t i = 0; corrections != nullptr && i < corrections->size(); ++i) {
    profile.corrections.push_back(
        read_correction((*corrections)[i], fmt::format("/corrections/{}", i), problem));
  }
  for (std::size_t i = 0; fitted_rows != nullptr && i < fitted_rows->size(); ++i) {
    read_marks((*fitted_rows)[i], fmt::format("/fitted_rows/{}", i), problem, profile.fitted_rows);
  }
  return profile;
}

std::string marks_text(const std::set<std::uint32_t>& marks) {
  std::string text;
  std::size_t count = 0;
  for (const std::uint32_t mark : marks) {
    const bool is_new_line = count++ % kMarksPerLine == 0;
    if (is_new_line) text += count == 1 ? "\n    \"" : "\",\n    \"";
    text += fmt::format("{}{:08x}", is_new_line ? "" : " ", mark);
  }
  return text + "\"";
}

std::string parameter_text(const Parameter& parameter) {
  std::string text = fmt::format("{{\"value\": {:.6g}", parameter.value);
  if (!parameter.unit.empty()) text += fmt::format(", \"unit\": {}", json_of(parameter.unit));
  if (parameter.spread > 0) text += fmt::format(", \"spread\": {:.3g}", parameter.spread);
  return text + fmt::format(", \"source\": {}}}", json_of(parameter.source));
}

std::string correction_text(const Correction& correction) {
  std::string text = fmt::format("    {{\"collective\": \"{}\"", name_of(correction.collective));
  if (!correction.algorithm.empty()) {
    text += fmt::format(", \"algorithm\": {}", json_of(correction.algorithm));
  }
  if (correction.nodes > 0) text += fmt::format(", \"nodes\": {}", correction.nodes);
  if (correction.ranks > 0) text += fmt::format(", \"ranks\": {}", correction.ranks);
  text += ", \"points\": [";
  for (std::size_t i = 0; i < correction.points.size(); ++i) {
    const Correction::Point& point = correction.points[i];
    text += fmt::format("{}{{\"bytes\": {}, \"log_ratio\": {:.4f}", i > 0 ? ", " : "", point.bytes,
                        point.log_ratio);
    if (point.spread > 0) text += fmt::format(", \"spread\": {:.4f}", point.spread);
    text += "}";
  }
  return text + "]}";
}

}  // namespace

std::uint32_t row_mark(std::string_view text) {
  const std::uint64_t hash = fnv_1a_64(text);
  return static_cast<std::uint32_t>(hash ^ (hash >> 32U));
}

Profile overlaid(Profile base, const Profile& over) {
  if (!over.name.empty()) base.name = over.name;
  if (!over.description.empty()) base.description = over.description;
  for (const auto& [name, parameter] : over.parameters) base.parameters[name] = parameter;
  std::erase_if(base.corrections, [&](const Correction& below) {
    return std::ranges::any_of(over.corrections, [&](const Correction& above) {
      return above.collective == below.collective && above.algorithm == below.algorithm &&
             above.is_for(below.nodes, below.ranks);
    });
  });
  base.fitted_rows.insert(over.fitted_rows.begin(), over.fitted_rows.end());
  base.corrections.insert(base.corrections.end(), over.corrections.begin(), over.corrections.end());
  return base;
}

Result<Profile> profile_from_json(std::string_view text, const std::string& where,
                                  const ParameterCheck& check) {
  auto root = parse_json(text, where);
  if (!root) return fail(root.error());
  FirstProblem problem(where, text);
  Profile profile = read_profile(*root, check, problem);
  if (problem.any()) return fail(problem.error());
  return profile;
}

std::string profile_to_json(const Profile& profile) {
  std::string text = fmt::format(
      "{{\n  \"schema\": \"{}\",\n  \"name\": {},\n  \"description\": {},\n  \"parameters\": {{",
      kSchema, json_of(profile.name), json_of(profile.description));
  std::string_view separator = "\n";
  for (const auto& [name, parameter] : profile.parameters) {
    text += fmt::format("{}    {}: {}", separator, json_of(name), parameter_text(parameter));
    separator = ",\n";
  }
  text += "\n  }";
  separator = ",\n  \"corrections\": [\n";
  for (const Correction& correction : profile.corrections) {
    text += fmt::format("{}{}", separator, correction_text(correction));
    separator = ",\n";
  }
  if (!profile.corrections.empty()) text += "\n  ]";
  if (!profile.fitted_rows.empty()) {
    text += fmt::format(",\n  \"fitted_rows\": [{}\n  ]", marks_text(profile.fitted_rows));
  }
  return text + "\n}\n";
}

}  // namespace treering::core
