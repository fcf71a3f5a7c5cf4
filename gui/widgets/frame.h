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
  friend class Patience;
  static Frame*& current();

  Frame* outer_;
  std::chrono::milliseconds budget_;
  QElapsedTimer timer_;
  bool has_drawn_ = false;  // something costly
};

/// A widget as it is seen until it is drawn.
enum class Meanwhile { Former, Nothing };

/// Of a widget with something costly to draw.
class Patience {
 public:
  Patience() = default;
  ~Patience();
  Patience(const Patience&) = delete;
  Patience& operator=(const Patience&) = delete;
  Patience(Patience&&) = delete;
  Patience& operator=(Patience&&) = delete;

  /// Whether it is to be drawn in the next frame, which is asked for here. Who has waited comes
  /// before who has not; then it waits only for others who have waited too, one of them a frame.
  /// Who would show nothing meanwhile never waits: that would flash.
  bool is_to_wait(QWidget& widget, Meanwhile meanwhile);

 private:
  bool has_to_wait(Meanwhile meanwhile) const;
  void set_waiting(const QWidget* widget);

  const QWidget* waiting_ = nullptr;  // that is to be drawn; null: it has not waited
};

}  // namespace treering::gui::widgets
