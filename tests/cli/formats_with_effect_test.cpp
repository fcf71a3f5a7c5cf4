// No field of clusters, profiles and measurements is accepted and without effect: each changes a
// time, a choice or a connection in some answer, or stands on the list of `treering list fields`.
// Those of topologies are in fields_with_effect_test.cpp.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/setup/fields.h"
#include "tests/cli/figures.h"
#include "tests/cli/run.h"
#include "tests/support/temporary_folder.h"
#include "tuner/runs/csv_columns.h"

namespace treering::cli {
namespace formats_with_effect_test {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

const std::string kLarge = "predict {} -b 1G -e 1G -c all --format json";
const std::string kSimulated = "simulate {} -b 64M --format json";

/// A field, and two texts that differ in it alone.
struct Effect {
  std::string field;
  std::string text;
  std::string changed;
  std::string question = kLarge;  // "{}" is the file
};

/// Whether the field is no figure: which form it is, and the unit that its figure has to have.
bool is_structure(std::string_view field) {
  return field == "schema" || field == "parameters/unit";
}

bool is_listed(std::string_view field) {
  const auto fields = app::setup::fields_without_effect();
  return std::ranges::find(fields, field, &app::setup::Field::place) != fields.end();
}

class FormatsWithEffect : public ::testing::Test {
 protected:
  Outcome ask(const std::string& text, const std::string& question) const {
    const std::string file = folder_.path() + (text.starts_with("{") ? "/file.json" : "/file.yaml");
    std::ofstream(file) << text;
    return run_on(question, file);
  }

  void expect_effects(const std::vector<Effect>& effects) const {
    for (const Effect& effect : effects) {
      SCOPED_TRACE(effect.field);
      const Outcome without = ask(effect.text, effect.question);
      const Outcome with = ask(effect.changed, effect.question);
      EXPECT_LE(without.exit_code, 1) << without.err;
      EXPECT_LE(with.exit_code, 1) << with.err;
      EXPECT_NE(figures_in(without.out), figures_in(with.out));
    }
  }

  /// Expects an effect or an entry of the list for each field that the reader names where `text`
  /// has one that it does not know.
  void expect_all(const std::vector<Effect>& effects, const std::string& text,
                  const std::string& prefix) const {
    const std::string question = effects.front().question;
    const auto fields = expected_in(ask(text, question).err);
    EXPECT_THAT(fields, Not(IsEmpty())) << text;
    for (const std::string& name : fields) {
      const std::string field = prefix + name;
      const bool has_effect = std::ranges::find(effects, field, &Effect::field) != effects.end();
      EXPECT_TRUE(has_effect || is_structure(field) || is_listed(field)) << field;
    }
  }

 private:
  support::TemporaryFolder folder_;
};

// Clusters.

const std::string kNode = "node: dgx-h100\ncount: 4\n";

/// A fabric with these lines in place of its own.
std::string fabric(const std::string& kind, int oversubscription, int nodes_per_leaf,
                   const std::string& more = "") {
  return fmt::format("{}fabric:\n  kind: {}\n  oversubscription: {}\n  nodes_per_leaf: {}\n{}",
                     kNode, kind, oversubscription, nodes_per_leaf, more);
}

const std::vector<Effect>& yaml_effects() {
  static const std::string kTree = fabric("fat_tree", 4, 2);
  const std::string eight = "node: dgx-h100\ncount: 8\n";
  const std::string leaves = std::filesystem::absolute("tests/data/pages/leaves.conf").string();
  static const std::vector<Effect> kEffects{
      {"node", kNode, "node: dgx-a100\ncount: 4\n"},
      {"count", kNode, "node: dgx-h100\ncount: 8\n"},
      {"hosts", "node: dgx-h100\nhosts: a[1-4]\n", "node: dgx-h100\nhosts: a[1-8]\n"},
      {"nics", kNode, kNode + "nics: 4\n"},
      {"other_nodes", kNode, kNode + "other_nodes:\n  3: oci-h100\n", kSimulated},
      {"without", kNode, kNode + "without:\n  3: mlx5_0\n", kSimulated},
      {"fabric", kNode, kTree},
      {"fabric/kind", kNode + "fabric:\n  kind: single_switch\n", kTree},
      {"fabric/file", eight, eight + "fabric:\n  file: " + leaves + "\n  oversubscription: 8\n"},
      {"fabric/link", kTree, fabric("fat_tree", 4, 2, "  link: roce\n")},
      {"fabric/oversubscription", kTree, fabric("fat_tree", 8, 2)},
      {"fabric/nodes_per_leaf", kTree, fabric("fat_tree", 4, 1)},
      {"fabric/order", kTree, fabric("fat_tree", 4, 2, "  order: scattered\n")},
      {"fabric/hop_latency_us", kTree, fabric("fat_tree", 4, 2, "  hop_latency_us: 50\n"),
       "predict {} -b 8 -e 8 -c all --format json"},
  };
  return kEffects;
}

TEST_F(FormatsWithEffect, FieldsOfClusterFiles) {
  expect_effects(yaml_effects());
  expect_all(yaml_effects(), kNode + "zzzzzz: 1\n", "");
  expect_all(yaml_effects(), kNode + "fabric:\n  kind: fat_tree\n  zzzzzz: 1\n", "fabric/");
}

// What the fabric has and no data meets is named.
TEST_F(FormatsWithEffect, FiguresOfAFabricWithoutUplinksAreNamed) {
  const std::string tree = fabric("fat_tree", 4, 4, "  hop_latency_us: 2\n");
  EXPECT_THAT(
      ask(tree, "predict {} -b 1G -e 1G").out,
      HasSubstr("# note:     oversubscription, nodes_per_leaf, hop_latency_us of the fabric: "
                "no effect"));
  EXPECT_THAT(ask(tree, "predict {} --nodes 8 -b 1G -e 1G").out, Not(HasSubstr("of the fabric")));
}

// Profiles.

std::string profile(const std::string& parameters, const std::string& more = "") {
  return fmt::format(R"({{"schema": "treering.profile/1", "parameters": {{{}}}{}}})", parameters,
                     more);
}

/// A correction of 1 MiB with these fields.
std::string correction(const std::string& fields, const std::string& point = "") {
  return profile("", fmt::format(R"(, "corrections": [{{{}"points": [{{"bytes": 1048576, )"
                                 R"("log_ratio": 0.5{}}}]}}])",
                                 fields, point));
}

const std::vector<Effect>& profile_effects() {
  static const std::string kHops = R"("scale.hop": {"value": 1})";
  static const std::string kOne = correction(R"("collective": "all_reduce", )");
  static const std::string kOther = correction(R"("collective": "all_gather", )");
  static const std::string kQuestion =
      "predict dgx-h100 --nodes 2 -b 1M -e 1M --profile {} --format json";
  static const std::vector<Effect> kEffects{
      {"parameters", profile(""), profile(R"("scale.hop": {"value": 3})"), kQuestion},
      {"parameters/value", profile(kHops), profile(R"("scale.hop": {"value": 3})"), kQuestion},
      {"parameters/spread", profile(kHops), profile(R"("scale.hop": {"value": 1, "spread": 2})"),
       kQuestion},
      {"corrections", profile(""), kOne, kQuestion},
      {"corrections/collective", kOther, kOne, kQuestion},
      {"corrections/algorithm", kOne,
       correction(R"("collective": "all_reduce", "algorithm": "PAT", )"), kQuestion},
      {"corrections/nodes", kOne, correction(R"("collective": "all_reduce", "nodes": 3, )"),
       kQuestion},
      {"corrections/ranks", kOne, correction(R"("collective": "all_reduce", "ranks": 3, )"),
       kQuestion},
      {"corrections/points", kOther, kOne, kQuestion},
      {"corrections/points/bytes", kOne,
       profile("", R"(, "corrections": [{"collective": "all_reduce", "points": [)"
                   R"({"bytes": 8, "log_ratio": 0.5}, {"bytes": 16, "log_ratio": 0}]}])"),
       kQuestion},
      {"corrections/points/log_ratio", kOne,
       profile("", R"(, "corrections": [{"collective": "all_reduce", "points": [)"
                   R"({"bytes": 1048576, "log_ratio": 1}]}])"),
       kQuestion},
      {"corrections/points/spread", kOne,
       correction(R"("collective": "all_reduce", )", R"(, "spread": 2)"), kQuestion},
      {"fitted_rows", profile(""), profile("", R"(, "fitted_rows": ["0123abcd"])"),
       "show dgx-h100 --format json"},
  };
  return kEffects;
}

TEST_F(FormatsWithEffect, FieldsOfProfiles) {
  const std::string unknown = R"("zzzzzz": 1)";
  std::vector<Effect> effects = profile_effects();
  expect_all(effects, profile("", ", " + unknown), "");
  expect_all(effects, profile(R"("scale.hop": {"value": 1, )" + unknown + "}"), "parameters/");
  expect_all(effects, correction(R"("collective": "all_reduce", )" + unknown + ", "),
             "corrections/");
  expect_all(effects, correction(R"("collective": "all_reduce", )", ", " + unknown),
             "corrections/points/");
  std::erase_if(effects, [](const Effect& one) { return one.field == "fitted_rows"; });
  expect_effects(effects);
}

// Measurements as CSV.

/// Columns with a value each.
using Row = std::vector<std::pair<std::string, std::string>>;

std::string csv_of(const Row& row) {
  std::string names;
  std::string values;
  for (const auto& [name, value] : row) {
    names += (names.empty() ? "" : ",") + name;
    values += (&name == &row.front().first ? "" : ",") + value;
  }
  return names + "\n" + values + "\n";
}

/// The row with another value in one column, or one more.
Row with(Row row, const std::string& name, const std::string& value) {
  const auto found = std::ranges::find(row, name, &Row::value_type::first);
  if (found == row.end()) {
    row.emplace_back(name, value);
  } else {
    found->second = value;
  }
  return row;
}

Row without(Row row, const std::string& name) {
  std::erase_if(row, [&](const auto& one) { return one.first == name; });
  return row;
}

struct Column {
  std::string name;
  Row row;
  std::string value;
};

const std::vector<Column>& columns() {
  static const Row kRow{{"id", "one"},
                        {"collective", "all_reduce"},
                        {"nodes", "2"},
                        {"ranks", "16"},
                        {"size_bytes", "1048576"},
                        {"time_us_oop", "100"},
                        {"datatype", "float"},
                        {"redop", "sum"}};
  static const Row kTimeless = without(kRow, "time_us_oop");
  static const Row kMedian = with(
      with(with(with(kRow, "low_us", "99"), "high_us", "101"), "converged", "true"), "late", "0");
  static const Row kNameless = without(kRow, "id");
  static const std::vector<Column> kColumns{
      {"id", kRow, "two"},
      {"gpu", kRow, "NVIDIA H100"},
      {"inter_link", kRow, "RoCE"},
      {"gpus_per_node", kRow, "8"},
      {"gpus_per_process", kRow, "8"},
      {"nodes", kRow, "4"},
      {"ranks", kRow, "8"},
      {"nccl_version", kRow, "2.18.1"},
      {"collective", kRow, "all_gather"},
      {"algo_forced", kRow, "Ring"},
      {"proto_forced", kRow, "LL"},
      {"nchannels_forced", kRow, "4"},
      {"datatype", kRow, "half"},
      {"redop", kRow, "max"},
      {"size_bytes", kRow, "2097152"},
      {"time_us_oop", kRow, "200"},
      {"algbw_oop_GBps", with(kTimeless, "algbw_oop_GBps", "10"), "20"},
      {"busbw_oop_GBps", with(kTimeless, "busbw_oop_GBps", "10"), "20"},
      {"time_us_ip", kRow, "150"},
      {"busbw_ip_GBps", with(kTimeless, "busbw_ip_GBps", "10"), "20"},
      {"wrong", kRow, "3"},
      {"time_from", kRow, "bandwidth"},
      {"low_us", kMedian, "50"},
      {"high_us", kMedian, "200"},
      {"converged", kMedian, "false"},
      {"late", kMedian, "5"},
      {"notes", kRow, "-g 8"},
      {"config", kNameless, "ring of two"},
      {"kernels", with(kNameless, "config", "ring of two"), "symmetric"},
  };
  return kColumns;
}

TEST_F(FormatsWithEffect, ColumnsOfMeasurements) {
  for (const std::string_view name : tuner::runs::csv_column_names()) {
    EXPECT_NE(std::ranges::find(columns(), name, &Column::name), columns().end()) << name;
  }
  for (const Column& column : columns()) {
    SCOPED_TRACE(column.name);
    const std::string text = csv_of(column.row);
    const std::string changed = csv_of(with(column.row, column.name, column.value));
    const auto all = [&](const std::string& of) {
      std::string answers;
      for (const char* question : {"import {} --format json", "import {} --format csv",
                                   "check {} --topology dgx-h100 --nodes 2"}) {
        const Outcome outcome = ask(of, question);
        EXPECT_LE(outcome.exit_code, 3) << outcome.err;
        answers += outcome.out;
      }
      return answers;
    };
    EXPECT_NE(all(text), all(changed));
  }
}

TEST_F(FormatsWithEffect, ColumnsThatAreNotReadAreNamed) {
  EXPECT_THAT(
      ask("collective,size_bytes,time_us_oop,source_url,nic_gbps\nall_reduce,1048576,100,a,400\n",
          "import {}")
          .out,
      HasSubstr("1 column not read: 'nic_gbps'"));
}

}  // namespace formats_with_effect_test
}  // namespace treering::cli
