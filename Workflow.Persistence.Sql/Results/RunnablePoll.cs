namespace Workflow.Persistence.Sql;

/// <summary>The result of a check for runnable instances.</summary>
/// <param name="IsOwnerGone">True if the owner itself no longer exists.</param>
/// <param name="IsRunnable">True if there is a runnable instance for the owner.</param>
/// <param name="Next">
/// The time, on the clock of the store, at which an instance may become runnable by the passage of time alone; null if there is none.
/// </param>
internal readonly record struct RunnablePoll(bool IsOwnerGone, bool IsRunnable, DateTimeOffset? Next);
