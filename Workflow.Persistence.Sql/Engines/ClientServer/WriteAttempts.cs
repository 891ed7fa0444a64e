namespace Workflow.Persistence.Sql;

/// <summary>The attempts to execute a batch or a single call. Not thread-safe.</summary>
internal sealed class WriteAttempts(SqlInstanceStoreOptions options, ServerFailures failures)
{
    /// <summary>True if an attempt had no answer and may have written. Then the next attempt may be refused because of the effect of the earlier one.</summary>
    public bool IsRepeated { get; set; }

    /// <summary>Executes writes, with retries.</summary>
    /// <param name="write">Makes an attempt; receives <see cref="IsRepeated"/>.</param>
    public Task<T> RunAsync<T>(Func<bool, Task<T>> write) =>
        TransientRetry.RunAsync(options, failures.IsToBeRepeated, () => TryAsync(write), CancellationToken.None);

    private async Task<T> TryAsync<T>(Func<bool, Task<T>> write)
    {
        try
        {
            return await write(IsRepeated).ConfigureAwait(false);
        }
        catch (Exception failure)
        {
            IsRepeated |= failures.IsUnanswered(failure);
            if (failures.IsBroken(failure))
            {
                options.Reporter.ConnectionBroken(failure);
            }

            throw;
        }
    }
}
