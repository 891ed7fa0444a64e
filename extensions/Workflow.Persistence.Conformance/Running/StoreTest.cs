using System.Globalization;
using System.Reflection;

namespace Workflow.Persistence.Conformance;

/// <summary>One test: a method of a suite, and its arguments.</summary>
internal sealed class StoreTest(StoreTopic topic, Type suite, MethodInfo method, object?[] arguments)
{
    public StoreTopic Topic => topic;

    /// <summary>The unique name, the same in each process.</summary>
    public string Name { get; } = arguments.Length == 0
        ? $"{topic}.{method.Name}"
        : $"{topic}.{method.Name}({string.Join(", ", arguments.Select(argument => Convert.ToString(argument, CultureInfo.InvariantCulture) ?? "null"))})";

    /// <summary>Runs the test.</summary>
    /// <exception cref="TestSkippedException">The test does not apply to the store.</exception>
    public async Task RunAsync(TestedStore tested)
    {
        await tested.InitializeAsync().ConfigureAwait(false);
        try
        {
            object tests = Activator.CreateInstance(suite, tested)!;
            object? running = method.Invoke(tests, BindingFlags.DoNotWrapExceptions, binder: null, arguments, culture: null);
            await ((running as Task) ?? Task.CompletedTask).ConfigureAwait(false);
        }
        finally
        {
            await tested.DisposeAsync().ConfigureAwait(false);
        }
    }
}
