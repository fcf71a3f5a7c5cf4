#include "tuner/runs/torn_json.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/json/values.h"
#include "core/text/quote.h"
#include "core/text/reading.h"

namespace treering::tuner::runs {
namespace {

constexpr std::string_view kSpace = " \t\r\n";
constexpr std::size_t kNone = std::string_view::npos;

std::size_t behind_space(std::string_view text, std::size_t at) {
  return std::min(text.find_first_not_of(kSpace, at), text.size());
}

/// Behind the string that begins at `at`; the end of the text where it does not end.
std::size_t behind_string(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] == '\\') ++at;
  }
  return std::min(at + 1, text.size());
}

/// Behind the object that begins at `at`; kNone where it does not end before `limit`.
std::size_t behind_object(std::string_view text, std::size_t at, std::size_t limit) {
  std::size_t depth = 0;
  limit = std::min(limit, text.size());
  while (at < limit) {
    const char c = text[at];
    if (c == '"') {
      at = behind_string(text, at);
      continue;
    }
    ++at;
    if (c == '{' || c == '[') ++depth;
    if ((c == '}' || c == ']') && --depth == 0) return at;
  }
  return kNone;
}

/// The '{' of the first object from `at` on whose first field is `field`, with its quotes.
std::size_t find_object(std::string_view text, std::string_view field, std::size_t at) {
  while ((at = text.find('{', at)) != kNone) {
    if (text.substr(behind_space(text, at + 1)).starts_with(field)) return at;
    ++at;
  }
  return kNone;
}

/// Behind the '[' of the member "results"; kNone without one.
std::size_t behind_results(std::string_view text) {
  std::size_t depth = 0;
  std::size_t at = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    if (c != '"') {
      ++at;
      continue;
    }
    const std::size_t end = behind_string(text, at);
    const bool is_name = depth == 1 && text.substr(at, end - at) == R"("results")";
    at = end;
    if (!is_name) continue;
    const std::size_t colon = behind_space(text, end);
    const std::size_t bracket = behind_space(text, colon + 1);
    const bool is_array = bracket < text.size() && text[colon] == ':' && text[bracket] == '[';
    if (is_array) return bracket + 1;
  }
  return kNone;
}

bool is_of_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '+' || c == '.' ||
         c == '(' || c == ')';
}

/// "nan", "-NaN", "Infinity", "-nan(ind)": as languages write what is no number.
bool is_non_number(std::string_view word) {
  const std::string lower = core::lower_case(word);
  std::string_view rest = lower;
  if (rest.starts_with('-') || rest.starts_with('+')) rest.remove_prefix(1);
  return rest.starts_with("nan") || rest == "inf" || rest == "infinity";
}

}  // namespace

std::string with_quoted_non_numbers(std::string_view text) {
  std::string result;
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t end = at + 1;
    bool is_quoted = false;
    if (text[at] == '"') {
      end = behind_string(text, at);
    } else if (is_of_word(text[at])) {
      while (end < text.size() && is_of_word(text[end])) ++end;
      is_quoted = is_non_number(text.substr(at, end - at));
    }
    if (is_quoted) result += '"';
    result += text.substr(at, end - at);
    if (is_quoted) result += '"';
    at = end;
  }
  return result;
}

std::vector<std::size_t> runs_in(std::string_view text) {
  std::vector<std::size_t> places;
  std::size_t at = find_object(text, R"("version")", 0);
  for (; at != kNone; at = find_object(text, R"("version")", at + 1)) {
    // An object inside another follows a colon, a comma or a bracket.
    const std::size_t before = at == 0 ? kNone : text.find_last_not_of(kSpace, at - 1);
    const bool is_inside = before != kNone && std::string_view(":,[").find(text[before]) != kNone;
    const bool begins_line = at == 0 || text[at - 1] == '\n';
    if (begins_line || !is_inside) places.push_back(at);
  }
  if (places.empty()) places.push_back(0);
  return places;
}

core::Result<nlohmann::ordered_json> TornRun::head() {
  const std::size_t results = behind_results(text_);
  const std::string lines_before(line_ - 1, '\n');
  if (results == kNone) {
    auto all = core::parse_json(lines_before + std::string(text_), file_);
    if (!all) return core::fail(all.error());
    return core::bad_input(fmt::format("{}:{}", file_, line_), "JSON without results",
                           "expected what nccl-tests writes with -J");
  }
  auto head = core::parse_json(lines_before + std::string(text_.substr(0, results)) + "]}", file_);
  if (head) skip_to(results);
  return head;
}

bool TornRun::next(TornResult& result, nlohmann::ordered_json& value) {
  if (is_cut_ || ends_here()) return false;
  result = {fmt::format("{}: /results/{}", place(), count_++), ""};
  if (following_ <= at_) following_ = find_object(text_, R"("size")", at_ + 1);
  const std::size_t end = text_[at_] == '{' ? behind_object(text_, at_, following_) : kNone;
  if (end == kNone) {
    is_cut_ = following_ == kNone;
    result.problem = is_cut_ ? "the file ends inside this result; was the run killed?"
                             : "no whole result before the next one";
    skip_to(std::min(following_, text_.size()));
    return true;
  }
  auto parsed = core::parse_json(text_.substr(at_, end - at_), file_);
  if (parsed) {
    value = *std::move(parsed);
  } else {
    result.problem = parsed.error().complaint();
  }
  skip_to(end);
  return true;
}

core::Result<void> TornRun::check_rest() const {
  // The part behind the results, from their closing bracket on, in a frame of its own.
  const std::string lines_before(line_ - 1, '\n');
  const auto rest =
      core::parse_json(lines_before + R"({"results":[)" + std::string(text_.substr(at_)), file_);
  if (!rest) return core::fail(rest.error());
  return {};
}

std::string TornRun::place() const {
  return fmt::format("{}:{}", file_, line_);
}

void TornRun::skip_to(std::size_t place) {
  line_ += core::line_of(text_.substr(at_), place - at_) - 1;
  at_ = place;
}

/// Goes over what stands between results.
bool TornRun::ends_here() {
  std::size_t place = behind_space(text_, at_);
  while (place < text_.size() && text_[place] == ',') place = behind_space(text_, place + 1);
  is_cut_ = place == text_.size();
  // The line of the last thing that stands there, not of the empty one behind it.
  if (!is_cut_) skip_to(place);
  return is_cut_ || text_[at_] == ']';
}

}  // namespace treering::tuner::runs
