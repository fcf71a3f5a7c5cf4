// Texts from outside end no line and command no terminal, wherever they come from: files, names of
// files, words of the command line.
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/program.h"
#include "core/text/quote.h"
#include "core/topology/json.h"
#include "hw/builtin.h"
#include "hw/load_cluster.h"
#include "tests/support/subnet_text.h"
#include "tests/support/temporary_folder.h"

namespace treering::cli {
namespace hostile_texts_test {

using ::testing::HasSubstr;
using ::testing::Not;

using Words = std::vector<std::string>;

// A line end, a title for a terminal, a colour, and what turns or ends a line in Unicode.
const std::string kHostile =
    "x\nFORGED\rFORGED\x1b]0;t\x07\x1b[31m\x7f\u0085FORGED\u202e\u2028FORGED";
const std::string kBroken = kHostile + "\xff\xc3";

struct Said {
  int exit_code = 0;
  std::string out;
  std::string err;
};

Said run_words(const Words& words, const Display& display) {
  std::ostringstream out;
  std::ostringstream err;
  const int exit_code = run_program(words, {out, err, display});
  return {exit_code, out.str(), err.str()};
}

std::string without_bold(std::string text) {
  for (const std::string_view own : {"\x1b[1m", "\x1b[0m"}) {
    for (std::size_t at = text.find(own); at != std::string::npos; at = text.find(own)) {
      text.erase(at, own.size());
    }
  }
  return text;
}

/// That nothing was obeyed or forged, on a terminal and elsewhere. What the last run said.
Said expect_harmless(const Words& words) {
  Said said;
  for (const bool is_terminal : {true, false}) {
    said = run_words(words, {.is_terminal = is_terminal, .is_utf8 = true});
    for (const std::string& text : {without_bold(said.out), said.err}) {
      EXPECT_EQ(core::printable_lines(text), text) << words[0];
      EXPECT_THAT(text, Not(HasSubstr("\nFORGED"))) << words[0];
      EXPECT_FALSE(text.starts_with("FORGED")) << words[0];
    }
    EXPECT_THAT(said.err, Not(HasSubstr("internal error"))) << words[0];
  }
  return said;
}

class HostileTexts : public ::testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& text) const {
    std::string path = folder_.path() + "/" + name;
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }

 private:
  support::TemporaryFolder folder_;
};

/// What shows a machine, with it for FILE.
std::vector<Words> commands_on(const std::string& file) {
  std::vector<Words> all{
      {"show", file},
      {"show", file, "--format", "json"},
      {"show", file, "--format", "csv"},
      {"show", file, "--svg", "-"},
      {"predict", file, "-c", "all_reduce", "-b", "8", "-e", "64"},
      {"predict", file, "-c", "all_reduce", "-b", "8", "-e", "64", "--format", "json"},
      {"explain", file, "-b", "8"},
      {"explain", file, "-b", "8", "--format", "json"},
      {"doctor", file},
      {"doctor", file, "--format", "json"},
      {"doctor", file, "--format", "markdown"},
      {"doctor", file, "--fix"},
      {"diff", file, "dgx-h100"},
      {"diff", "dgx-h100", file, "--format", "json"},
      {"export", file, "--to", "env", "--algo", "tree"},
      {"export", file, "--to", "nccl.conf"},
      {"export", file, "--to", "tuner-csv"},
      {"convert", file, "-", "--to", "json"},
      {"convert", file, "-", "--to", "nccl-xml"},
      {"convert", file, "-", "--to", "yaml"},
      {"import", file},
      {"import", file, "--format", "json"},
      {"import", file, "--format", "csv"},
      {"import", file, "--id", file},
      {"check", "pcie-4", file},
      {"validate", "pcie-4", file},
      {"calibrate", "pcie-4", file},
      {"calibrate", file, file},
      {"predict", "pcie-4", "-b", "8", "-e", "8", "--model", "cost", "--profile", file},
      {"export", "pcie-4", "--to", "tuner-csv", "--model", "cost", "--profile", file},
      {"discover", "--replay", file},
      {"discover", "--replay", file, "--fabric"}};
  return all;
}

void expect_harmless_file(const std::string& file) {
  for (const Words& words : commands_on(file)) {
    const Said said = expect_harmless(words);
    const bool is_json = words.back() == "json" && said.exit_code == 0;
    if (is_json) {
      EXPECT_TRUE(nlohmann::json::accept(said.out)) << words[0];
    }
  }
}

std::string rendered(std::string_view format) {
  return hw::render_cluster({hw::load_builtin("pcie-4").value(), 1, {}}, format).value();
}

constexpr std::string_view kMeasured =
    "# nThread 1 nGpus 8 minBytes 8 maxBytes 8 step: 2(factor) warmup iters: 5 iters: 20\n"
    "#       size         count      type   redop    root     time   algbw   busbw #wrong     "
    "time   algbw   busbw #wrong\n"
    "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            "
    "(us)  (GB/s)  (GB/s)\n"
    "           8             2     float     sum      -1    31.60    0.00    0.00      0    "
    "30.93    0.00    0.00      0\n";

TEST_F(HostileTexts, NamesOfFilesDoNoHarm) {
  const test::FatTreePlan plan{{16, 16}, {1, 16}, {1, 1}, 8};
  for (const std::string& text :
       {rendered("json"), rendered("nccl-xml"), test::subnet_text(plan), std::string(kMeasured),
        std::string("node: pcie-4\ncount: 2\nfabric: {kind: fat_tree, oversubscription: 2}\n"),
        std::string("h:1:1 [0] NCCL INFO NCCL version 2.28.9+cuda12.9\nh:1:1 [0] NCCL WARN x\n"),
        std::string("nonsense")}) {
    expect_harmless_file(write(kBroken, text));
    expect_harmless_file(write(kBroken + ".json", text));
  }
}

TEST_F(HostileTexts, WordsOfFilesDoNoHarm) {
  nlohmann::ordered_json machine = nlohmann::ordered_json::parse(rendered("json"));
  for (const char* field : {"/name", "/description", "/devices/1/name", "/devices/1/pci/vendor"}) {
    nlohmann::ordered_json changed = machine;
    changed[nlohmann::ordered_json::json_pointer(field)] = kHostile;
    const Said said = expect_harmless({"show", write("m.json", changed.dump())});
    EXPECT_EQ(said.exit_code, 3) << field;
    EXPECT_THAT(said.err, HasSubstr("U+000A at byte 1")) << field;
  }
  machine["host"]["variables"] = {{{"name", "NCCL_ALGO"}, {"value", kHostile}}};
  expect_harmless_file(write("h.json", machine.dump()));
  const nlohmann::ordered_json profile{
      {"schema", "treering.profile/1"}, {"name", kHostile}, {"parameters", {}}};
  expect_harmless_file(write("p.json", profile.dump()));
  expect_harmless_file(write("y.yaml", "node: pcie-4\nfabric: {kind: fat_tree, source: " +
                                           nlohmann::json(kHostile).dump() + "}\n"));
  for (const std::string& one : {kHostile, kBroken}) {
    expect_harmless_file(write("t.txt", "Switch 8 \"S\" # \"" + one + "\"\n[1] \"H\"[1]\n"));
    expect_harmless_file(write("c.conf", "SwitchName=" + one + " Nodes=" + one + "\n"));
    expect_harmless_file(write("n.log",
                               "h:1:1 [0] NCCL INFO NCCL version 2.28.9+cuda12.9\n"
                               "h:1:1 [0] NCCL WARN " +
                                   one + "\n"));
    expect_harmless_file(
        write("t.log", "# Rank 0 device 0 [0x07] " + one + "\n" + std::string(kMeasured)));
    expect_harmless_file(write("m.csv", "id,collective,size_bytes,time_us_oop,gpu,network\n\"" +
                                            one + "\",all_reduce,8,5,\"" + one + "\",\"" + one +
                                            "\"\n"));
  }
}

TEST_F(HostileTexts, WordsOfTheCommandLineDoNoHarm) {
  const std::string& x = kBroken;
  for (const Words& words : std::vector<Words>{{x},
                                               {"show", x},
                                               {"show", "./" + x},
                                               {"show", "pcie-4", x},
                                               {"show", "pcie-4", "--" + x},
                                               {"show", "pcie-4", "--format", x},
                                               {"show", "pcie-4", "-o", "/nowhere/" + x},
                                               {"predict", "pcie-4", "-c", x},
                                               {"predict", "pcie-4", "-b", x},
                                               {"predict", "pcie-4", "--nccl", x},
                                               {"predict", "pcie-4", "--env", x},
                                               {"predict", "pcie-4", "--env", "NCCL_ALGO=" + x},
                                               {"predict", "pcie-4", "--env", x + "=1"},
                                               {"predict", "pcie-4", "--algo", x},
                                               {"predict", "pcie-4", "--nodes", x},
                                               {"export", "pcie-4", "--to", x},
                                               {"convert", "pcie-4", "/nowhere/" + x},
                                               {"discover", "--replay", x},
                                               {"import", x},
                                               {"list", x},
                                               {"completion", x}}) {
    EXPECT_NE(expect_harmless(words).exit_code, 0) << words[0];
  }
}

TEST_F(HostileTexts, AVariableWithALineEndIsRefused) {
  const Said said = expect_harmless({"export", "pcie-4", "--to", "tuner-csv", "--env",
                                     "NCCL_MAX_NCHANNELS=4\nallreduce,0,1,ring,ll,1,-1,-1"});
  EXPECT_EQ(said.exit_code, 2);
  EXPECT_THAT(said.err, HasSubstr("--env: U+000A at byte 20 of"));
}

}  // namespace hostile_texts_test
}  // namespace treering::cli
