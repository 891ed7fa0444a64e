namespace Workflow.Persistence.Sql;

/// <summary>Repeats calls that failed with a transient failure.</summary>
internal static class TransientRetry
{
    public static async Task<T> RunAsync<T>(
        SqlInstanceStoreOptions options, Func<Exception, bool> isTransient, Func<Task<T>> call, CancellationToken cancellationToken)
    {
        for (int attempt = 0; ; attempt++)
        {
            try
            {
                return await call().ConfigureAwait(false);
            }
            catch (Exception failure) when (attempt < options.MaxRetryAttempts && isTransient(failure))
            {
                options.Reporter.Repeated(attempt + 1, options.MaxRetryAttempts, failure);

                // The random factor prevents calls that failed together from being repeated at the same time.
                double factor = 0.5 + Random.Shared.NextDouble();
                await Task.Delay(options.RetryDelay * factor, options.TimeProvider, cancellationToken).ConfigureAwait(false);
            }
        }
    }
}
