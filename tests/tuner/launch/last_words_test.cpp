#include <string>

#include <gtest/gtest.h>

#include "tuner/launch/process.h"

namespace treering::tuner::launch {
namespace last_words_test {

const std::string kRule(74, '-');

TEST(LastWords, AreTheLastLineWithWords) {
  EXPECT_EQ(last_words(""), "");
  EXPECT_EQ(last_words("---- 12\n\n"), "");
  EXPECT_EQ(last_words("one\ntwo words\n\n ---- 12\n"), "two words");
  EXPECT_EQ(last_words("one\r\nlast without an end"), "last without an end");
  EXPECT_EQ(last_words("[0] a list\n[1,x] of no rank\n"), "[1,x] of no rank");
}

// As Open MPI 4.1 prints it.
TEST(LastWords, AreThoseOfTheRankThatEndedFirst) {
  const std::string ranks =
      "[1,1]<stdout>:hello\n[1,1]<stderr>:no memory on GPU 3\n[1,0]<stdout>:still here\n";
  const std::string primary = kRule +
                              "\nPrimary job  terminated normally, but 1 process returned\n"
                              "a non-zero exit code. Per user-direction, the job has been aborted."
                              "\n" +
                              kRule + "\n";
  EXPECT_EQ(last_words(ranks + primary + kRule +
                       "\nmpirun noticed that process rank 1 with PID 0 on node vm exited on "
                       "signal 9 (Killed).\n" +
                       kRule + "\n"),
            "no memory on GPU 3; mpirun noticed that process rank 1 with PID 0 on node vm exited "
            "on signal 9 (Killed).");
  EXPECT_EQ(last_words(ranks + kRule +
                       "\nmpirun detected that one or more processes exited with non-zero status\n"
                       "\n  Process name: [[19142,1],1]\n  Exit code:    7\n" +
                       kRule + "\n"),
            "no memory on GPU 3; mpirun detected that one or more processes exited with non-zero "
            "status Process name: [[19142,1],1] Exit code:    7");
}

// Without tags nobody says which rank printed what. As Open MPI 5 names a process.
TEST(LastWords, StandBeforeWhatTheLauncherSays) {
  EXPECT_EQ(last_words("no memory on GPU 3\n" + kRule +
                       "\nprterun detected that one or more processes exited\n\n"
                       "   Process name: [prterun-vm-4711@1,1]\n   Exit code:    1\n" +
                       kRule + "\n"),
            "no memory on GPU 3; prterun detected that one or more processes exited Process name: "
            "[prterun-vm-4711@1,1] Exit code:    1");
  EXPECT_EQ(last_words(kRule + "\nThere are not enough slots\n" + kRule + "\n"),
            "There are not enough slots");
}

TEST(LastWords, TakeAMessageOfOpenMpiWhole) {
  EXPECT_EQ(last_words("[1,1]<stderr>:about to fail\n"
                       "[vm:10279] *** An error occurred in MPI_Send\n"
                       "[vm:10279] *** MPI_ERR_RANK: invalid rank\n"
                       "[vm:10279] ***    and potentially your MPI job)\n"),
            "An error occurred in MPI_Send MPI_ERR_RANK: invalid rank and potentially your MPI "
            "job)");
}

TEST(LastWords, TakeTheSignalOfATrace) {
  EXPECT_EQ(last_words("[1,1]<stderr>:about to fail\n"
                       "[1,1]<stderr>:[vm:09819] *** Process received signal ***\n"
                       "[1,1]<stderr>:[vm:09819] Signal: Aborted (6)\n"
                       "[1,1]<stderr>:[vm:09819] Signal code:  (-6)\n"
                       "[1,1]<stderr>:[vm:09819] [ 0] /lib/libc.so.6(+0x3c050)[0x7ff635879050]\n"
                       "[1,1]<stderr>:[vm:09819] *** End of error message ***\n"),
            "about to fail; Signal: Aborted (6)");
}

}  // namespace last_words_test
}  // namespace treering::tuner::launch
