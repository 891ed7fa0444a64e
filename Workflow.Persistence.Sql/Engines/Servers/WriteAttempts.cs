namespace Workflow.Persistence.Sql;

/// <summary>The attempts to write one batch, or one call of it. Not thread-safe.</summary>
internal sealed class WriteAttempts(SqlInstanceStoreOptions options, ServerFailures failures)
{
    /// <summary>Whether an attempt had no answer, and may have written: then what refuses the next one can be its own effect.</summary>
    public bool IsRepeated { get; set; }

    /// <summary>Writes; again where that can help.</summary>
    /// <param name="write">An attempt; it gets <see cref="IsRepeated"/>.</param>
    public Task<T> RunAsync<T>(Func<bool, Task<T>> write) => Retry.RunAsync(options, failures.IsToBeRepeated, () => TryAsync(write), CancellationToken.None);

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
