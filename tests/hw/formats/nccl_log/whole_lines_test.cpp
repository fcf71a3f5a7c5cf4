#include "hw/formats/nccl_log/whole_lines.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/formats/nccl_log/complaints.h"

namespace treering::hw::formats::nccl_log {
namespace whole_lines_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// As a terminal of that width shows it.
std::string cut_at(const std::string& line, std::size_t width) {
  std::string text;
  for (std::size_t at = 0; at < line.size(); at += width) text += line.substr(at, width) + "\n";
  return text;
}

/// As a chat of that width shows it.
std::string folded_at(std::string line, std::size_t width) {
  std::string text;
  while (line.size() > width) {
    const std::size_t blank = line.rfind(' ', width);
    text += line.substr(0, blank) + "\n";
    line = line.substr(blank + 1);
  }
  return text + line + "\n";
}

std::string timeout_of_rank(int rank) {
  return "[rank" + std::to_string(rank) +
         "]:[E ProcessGroupNCCL.cpp:563] Watchdog caught collective operation timeout: "
         "WorkNCCL(SeqNum=32, OpType=ALLREDUCE, NumelIn=1048576, NumelOut=1048576, "
         "Timeout(ms)=600000) ran for 600041 milliseconds before timing out.";
}

std::vector<std::string> texts_in(const std::string& text) {
  std::vector<std::string> texts;
  for (const auto& one : complaints_in(text, "t")) texts.push_back(one.text);
  return texts;
}

TEST(WholeLines, ATerminalsAreJoinedWithoutBlank) {
  for (const std::size_t width : {72U, 80U, 97U, 132U}) {
    const std::string text =
        cut_at(timeout_of_rank(0), width) + cut_at(timeout_of_rank(1), width) + "done\n";
    EXPECT_THAT(texts_in(text), ElementsAre(HasSubstr("timeout: WorkNCCL(SeqNum=32, OpType=ALLRED"
                                                      "UCE, NumelIn=1048576, NumelOut=1048576, "
                                                      "Timeout(ms)=600000)"),
                                            HasSubstr("Timeout(ms)=600000)")))
        << width;
  }
}

TEST(WholeLines, AChatsAreJoinedAtBlanks) {
  const std::string text = folded_at(timeout_of_rank(0), 76) + folded_at(timeout_of_rank(1), 76);
  const auto whole = with_whole_lines(text);
  ASSERT_TRUE(whole);
  EXPECT_THAT(*whole, HasSubstr(timeout_of_rank(0)));
  EXPECT_THAT(*whole, HasSubstr(timeout_of_rank(1)));
}

TEST(WholeLines, LinesKeepTheirNumbers) {
  const auto all =
      complaints_in(cut_at(timeout_of_rank(0), 80) + cut_at(timeout_of_rank(5), 80), "t");
  ASSERT_EQ(all.size(), 2U);
  // The first takes 3 lines: it has 80 to 240 characters and more than 160.
  EXPECT_EQ(all[0].origin.source, "t: line 1");
  EXPECT_EQ(all[1].origin.source, "t: line 4");
  EXPECT_EQ(all[1].rank, 5);
}

// One line that is cut within an error's own words: these appear only where it is whole.
TEST(WholeLines, AnErrorThatAppearsShowsTheCut) {
  EXPECT_THAT(texts_in("[rank3]: some words before it, Watchdog caught collective opera\n"
                       "tion timeout: WorkNCCL(SeqNum=9)\n"),
              ElementsAre(HasSubstr("collective operation timeout: WorkNCCL(SeqNum=9)")));
}

TEST(WholeLines, WhatPyTorchBreaksStays) {
  const std::string error =
      "RuntimeError: NCCL error in: ../torch/csrc/distributed/c10d/ProcessGroupNCCL.cpp:1269, "
      "unhandled system error, NCCL version 2.14.3\n"
      "ncclSystemError: System call (e.g. socket, malloc) or external library call failed.\n"
      "Last error:\n"
      "Net : Call to recv from 10.0.0.1<41000> failed : Connection reset by peer\n";
  EXPECT_FALSE(with_whole_lines(error));
  EXPECT_FALSE(with_whole_lines(error + error + error));
}

TEST(WholeLines, TablesAndLogsStay) {
  EXPECT_FALSE(
      with_whole_lines("        GPU0    GPU1    CPU Affinity    NUMA Affinity\n"
                       "GPU0     X      NV18    0-47            0            \n"
                       "GPU1    NV18     X      0-47            0            \n"));
  std::string log;
  for (int i = 0; i < 8; ++i) {
    log += "n1:10:20 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[1] via P2P/CUMEM/read\nstep " +
           std::to_string(i) + "\n";
  }
  EXPECT_FALSE(with_whole_lines(log));
}

}  // namespace whole_lines_test
}  // namespace treering::hw::formats::nccl_log
