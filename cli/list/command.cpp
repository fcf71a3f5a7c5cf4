#include "cli/command.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/options/options.h"
#include "cli/output/json_document.h"
#include "core/named_values.h"
#include "core/text/quote.h"
#include "core/text/table.h"

namespace treering::cli {
namespace {

/// Where descriptions begin: behind the names, but for names so long that little room would be
/// left.
std::size_t column_of(const std::vector<app::setup::Word>& words) {
  constexpr std::size_t kMost = 30;
  std::size_t column = 0;
  for (const app::setup::Word& word : words) {
    if (word.name.size() + 2 <= kMost) column = std::max(column, word.name.size() + 2);
  }
  return column;
}

std::string inventory_text(const Inventory& inventory, bool has_title, std::size_t width) {
  const std::vector<app::setup::Word> words = app::setup::words_of(inventory.value);
  const std::size_t column = column_of(words);
  std::string text = has_title ? fmt::format("{}:\n", inventory.name) : std::string();
  for (const app::setup::Word& word : words) {
    const bool fits = word.name.size() + 2 <= column;
    text += fits ? fmt::format("{:<{}}", word.name, column)
                 : fmt::format("{}\n{:{}}", word.name, "", column);
    text += core::wrapped(word.description, width - column, column) + "\n";
  }
  return text;
}

std::string text_of(std::span<const Inventory> inventories, std::size_t width) {
  std::string text;
  for (const Inventory& inventory : inventories) {
    if (!text.empty()) text += "\n";
    text += inventory_text(inventory, inventories.size() > 1, width);
  }
  return text;
}

std::string json_of(std::span<const Inventory> inventories) {
  nlohmann::ordered_json json;
  json["schema"] = "treering.list/1";
  for (const Inventory& inventory : inventories) {
    auto& list = json[std::string(inventory.name)] = nlohmann::ordered_json::array();
    for (const app::setup::Word& word : app::setup::words_of(inventory.value)) {
      list.push_back({{"name", word.name}, {"description", word.description}});
    }
  }
  return to_lines(json);
}

std::string csv_of(std::span<const Inventory> inventories) {
  std::string text = "list,name,description\n";
  for (const Inventory& inventory : inventories) {
    for (const app::setup::Word& word : app::setup::words_of(inventory.value)) {
      text += core::csv_line({std::string(inventory.name), word.name, word.description});
    }
  }
  return text;
}

core::Result<std::span<const Inventory>> chosen(std::string_view name) {
  const auto all = all_inventories();
  if (name.empty() || core::is_same_name(name, "all")) return all;
  std::vector<std::string_view> known;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (core::is_same_name(name, all[i].name)) return all.subspan(i, 1);
    known.push_back(all[i].name);
  }
  return core::unknown_name("list", name, known);
}

}  // namespace

core::Result<Answer> run_list(const Arguments& arguments, const Display& display) {
  const auto format = parse_format(arguments.value("format").value_or("text"));
  if (!format) return core::fail(format.error());
  const auto inventories = chosen(arguments.positional(0));
  if (!inventories) return core::fail(inventories.error());
  return Answer{.text = written(
                    *format, [&] { return text_of(*inventories, display.text_width()); },
                    [&] { return json_of(*inventories); }, [&] { return csv_of(*inventories); })};
}

}  // namespace treering::cli
