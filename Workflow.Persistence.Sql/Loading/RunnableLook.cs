namespace Workflow.Persistence.Sql;

/// <summary>What an owner that waits finds.</summary>
/// <param name="IsOwnerGone">The owner itself is gone.</param>
/// <param name="IsRunnable">There is an instance for it.</param>
/// <param name="Next">When time alone may change that, on the store's clock; null: it will not.</param>
internal readonly record struct RunnableLook(bool IsOwnerGone, bool IsRunnable, DateTimeOffset? Next);
