// A frame of the window, while it is painted. What is costly to draw anew and finds no time left in
// a frame shows what it has, and is drawn in the next one: two large pictures beside each other are
// drawn one after the other. Pictures that are grabbed are painted outside of frames, and whole.
#pragma once

#include <QElapsedTimer>
#include <QWidget>
#include <chrono>

namespace treering::gui::widgets {

class Frame {
 public:
  /// A large picture that is begun before that, and takes 10 ms, ends within 16.
  static constexpr std::chrono::milliseconds kBudget{6};

  explicit Frame(std::chrono::milliseconds budget = kBudget);
  ~Frame();
  Frame(const Frame&) = delete;
  Frame& operator=(const Frame&) = delete;

  /// False outside of frames.
  static bool is_full();

 private:
  static const Frame*& current();

  const Frame* outer_;
  std::chrono::milliseconds budget_;
  QElapsedTimer timer_;
};

/// Of a widget with something costly to draw.
class Patience {
 public:
  /// Whether it is to be drawn in the next frame, which is asked for here. At most once in a row.
  bool is_to_wait(QWidget& widget);

 private:
  bool has_waited_ = false;
};

}  // namespace treering::gui::widgets
