#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/run.h"
#include "tests/support/temporary_folder.h"

namespace treering::cli {
namespace import_test {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

// Two ranks on one host; 1 MiB in 100 us are 10.49 GB/s. The second row is broken.
constexpr const char* kLog =
    "# nThread 1 nGpus 2 minBytes 1048576 maxBytes 2097152\n"
    "#  Rank  0 Group  0 Pid   10 on   left device  0 [0x1b] NVIDIA H100\n"
    "#  Rank  1 Group  0 Pid   10 on   left device  1 [0x1c] NVIDIA H100\n"
    "# nccl-library=22807\n"
    "#  size count type redop root time algbw busbw #wrong time algbw busbw #wrong\n"
    "  1048576  262144  float  sum  -1  100.0  10.49  10.49  0  50.00  20.97  20.97  0\n"
    "  2097152  524288  float  sum  -1  100.0\n";

class ImportCommand : public ::testing::Test {
 protected:
  void SetUp() override { log_ = write("run.log", kLog); }

  std::string write(const std::string& name, const std::string& text) const {
    std::string path = (folder_ / name).string();
    std::ofstream(path) << text;
    return path;
  }

  support::TemporaryFolder kept_;
  fs::path folder_ = kept_.path();
  std::string log_;
};

TEST_F(ImportCommand, QuietLeavesTheRowsAlone) {
  EXPECT_THAT(run("import --quiet -c all_reduce " + log_).out, Not(HasSubstr("#")));
}

TEST_F(ImportCommand, JsonHasTheRows) {
  const Outcome outcome = run("import -c all_reduce --id mine --format json " + log_);
  const auto json = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(json["schema"].get<std::string>(), "treering.import/1");
  ASSERT_EQ(json["rows"].size(), 1U);
  const auto& row = json["rows"][0];
  EXPECT_EQ(row["id"].get<std::string>(), "mine");
  EXPECT_EQ(row["bytes"].get<int>(), 1048576);
  EXPECT_EQ(row["out_of_place_us"].get<double>(), 100);
  // 2 ranks: busbw is algbw, 10.48576.
  EXPECT_EQ(row["busbw_GBps"].get<double>(), 10.49);
  EXPECT_TRUE(row["algorithm"].is_null());
  EXPECT_EQ(row["line"].get<int>(), 6);
  ASSERT_EQ(json["rejected"].size(), 1U);
  EXPECT_EQ(json["rejected"][0]["where"].get<std::string>(), log_ + ":7");
}

TEST_F(ImportCommand, CsvIsReadAgainAsTheSame) {
  const Outcome first = run("import -c all_reduce --format csv " + log_);
  EXPECT_EQ(first.exit_code, 0);
  EXPECT_THAT(first.err, HasSubstr("note: " + log_ + ":7: "));
  const std::string csv = write("run.csv", first.out);
  const Outcome again = run("import --format csv " + csv);
  EXPECT_EQ(again.out, first.out);
  EXPECT_EQ(again.err, "");
}

TEST_F(ImportCommand, StandardInputIsADash) {
  const std::string command =
      std::string(TREERING_BINARY) + " import - -c all_reduce --quiet <" + log_;
  std::FILE* pipe = popen(command.c_str(), "r");
  ASSERT_NE(pipe, nullptr);
  std::string text;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) text += static_cast<char>(c);
  EXPECT_EQ(pclose(pipe), 0);
  EXPECT_THAT(text, HasSubstr("stdin"));
}

}  // namespace import_test
}  // namespace treering::cli
