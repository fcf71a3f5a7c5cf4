#include <algorithm>
#include <sstream>
#include <utility>

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include "core/text/quote.h"
#include "core/text/reading.h"
#include "hw/formats/cluster/yaml.h"

namespace treering::hw::formats::cluster {
namespace {

using core::bad_input;
using core::in_quotes;

/// The file, and `fabric` and its like in it.
constexpr std::size_t kMaxDepth = 2;
/// Keys of one mapping; a cluster file has at most six, and a line for each kind of node.
constexpr std::size_t kMaxEntries = 100;

/// Leaves the parser, which has no other way to be stopped. Never leaves this file.
struct Refusal {
  Position at;
  std::string found;
  std::string expected;
};

Position position_of(const YAML::Mark& mark) {
  return {mark.line + 1, mark.column + 1};
}

/// Receives what yaml-cpp finds and keeps it as entries.
class MappingReader final : public YAML::EventHandler {
 public:
  std::vector<YamlEntry> take() && { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    OnScalar(mark, "", anchor, "");
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    throw Refusal{position_of(mark), "an alias (*)", "expected the value itself"};
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    refuse_extras(mark, tag, anchor);
    if (open_.empty()) {
      if (value.empty()) return;  // nothing but comments
      throw Refusal{position_of(mark), in_quotes(value), "expected 'key: value' lines"};
    }
    if (has_key_) {
      last().scalar = value;
      // A value left out has no place but its key's.
      if (!value.empty()) last().value_at = position_of(mark);
      has_key_ = false;
      return;
    }
    add_key(value, position_of(mark));
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {
    throw Refusal{position_of(mark), "a list", "expected 'key: value' lines"};
  }
  void OnSequenceEnd() override {}

  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    refuse_extras(mark, tag, anchor);
    if (open_.size() == kMaxDepth) {
      throw Refusal{position_of(mark), "a mapping", "expected a single value"};
    }
    if (open_.empty()) {
      open_.push_back(&root_);
      return;
    }
    if (!has_key_) throw Refusal{position_of(mark), "a mapping as key", "expected a name"};
    last().is_mapping = true;
    last().value_at = position_of(mark);
    has_key_ = false;
    open_.push_back(&last().entries);
  }

  void OnMapEnd() override { open_.pop_back(); }

 private:
  YamlEntry& last() { return open_.back()->back(); }

  void add_key(const std::string& key, Position at) {
    const auto is_same = [&](const YamlEntry& entry) { return entry.key == key; };
    const auto first = std::ranges::find_if(*open_.back(), is_same);
    if (first != open_.back()->end()) {
      throw Refusal{at, in_quotes(key) + " given twice",
                    fmt::format("expected only that of line {}", first->key_at.line)};
    }
    if (open_.back()->size() == kMaxEntries) {
      throw Refusal{at, fmt::format("more than {} keys", kMaxEntries), "expected a few"};
    }
    open_.back()->push_back({key, at, at, false, {}, {}});
    has_key_ = true;
  }

  // Plain scalars carry the tag "?", quoted ones "!".
  static void refuse_extras(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
    if (anchor != 0) throw Refusal{position_of(mark), "an anchor (&)", "expected a plain value"};
    if (tag.size() > 1) {
      throw Refusal{position_of(mark), "the tag " + in_quotes(tag), "expected a plain value"};
    }
  }

  std::vector<YamlEntry> root_;
  // Mappings that are not closed yet, outermost first. A mapping's vector moves only when it is
  // itself the innermost, so that the pointers stay good.
  std::vector<std::vector<YamlEntry>*> open_;
  bool has_key_ = false;
};

/// yaml-cpp's complaint in our form: without capital and full stop.
std::string phrase(std::string message) {
  if (!message.empty()) {
    message[0] = core::lower_case(message[0]);
  }
  while (message.ends_with('.')) message.pop_back();
  return message;
}

}  // namespace

std::string place_in(const std::string& file, Position at) {
  return fmt::format("{}:{}:{}", file, at.line, at.column);
}

core::Result<std::vector<YamlEntry>> parse_yaml_mapping(const std::string& text,
                                                        const std::string& file) {
  try {
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    MappingReader reader;
    parser.HandleNextDocument(reader);
    if (parser) {
      return bad_input(file, "a second document (---)", "expected one document");
    }
    return std::move(reader).take();
  } catch (const Refusal& refusal) {
    return bad_input(place_in(file, refusal.at), refusal.found, refusal.expected);
  } catch (const YAML::Exception& error) {
    return bad_input(place_in(file, position_of(error.mark)),
                     "not YAML: " + in_quotes(phrase(error.msg)));
  }
}

}  // namespace treering::hw::formats::cluster
