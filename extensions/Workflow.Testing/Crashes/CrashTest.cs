using System.Text;
using Workflow.Persistence;

namespace Workflow.Testing;

/// <summary>
/// Finds the faults of a workflow that appear if its process is lost. The test runs a script once without a crash, and then again for each point at which the
/// process can be lost: before and after each call of the store, and after each work item. Each time, another process loads the instance from its last save and
/// runs the rest of the script, and the rules of the test must hold.
/// </summary>
/// <example>
/// <code>
/// await CrashTest.ExploreAsync(new OrderApproval(), new CrashTestOptions
/// {
///     Events = [TestEvent.Resume("decide", true), TestEvent.Advance(TimeSpan.FromDays(1))],
///     Effects = new Dictionary&lt;string, EffectRule&gt; { ["charge/4711"] = EffectRule.ExactlyOnce },
/// });
/// </code>
/// </example>
/// <remarks>
/// The instance is saved each time it waits, at each <c>Persist</c>, and at its end, in a store in memory. The points are tried in the order of the workflow,
/// so the first failure is the smallest one. Each saved state is loaded by one of the runs. A workflow with asynchronous operations must do the same work in
/// each run.
/// </remarks>
public static class CrashTest
{
    /// <summary>Runs the script once without a crash, and once for each crash point.</summary>
    /// <param name="definition">The workflow.</param>
    /// <param name="options">The script and the rules.</param>
    /// <param name="cancellationToken">Stops the exploration between two runs, and cancels the wait for asynchronous operations.</param>
    /// <returns>A task that returns a report of the points that were tried.</returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    /// <exception cref="InvalidWorkflowException">The definition is invalid.</exception>
    /// <exception cref="WorkflowTestException">A rule does not hold; the message names the rule and the point, and lists the steps that lead to it.</exception>
    public static async Task<CrashReport> ExploreAsync(Activity definition, CrashTestOptions options, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(definition);
        ArgumentNullException.ThrowIfNull(options);
        CrashRun first = new(definition, options, 0);
        CrashOutcome uninterrupted = await first.RunAsync(cancellationToken).ConfigureAwait(false);
        Check(first, () => CheckFirst(uninterrupted, options));
        for (int point = 1; point <= first.Points.Count; point++)
        {
            cancellationToken.ThrowIfCancellationRequested();
            CrashRun run = new(definition, options, point);
            CrashOutcome outcome;
            try
            {
                outcome = await run.RunAsync(cancellationToken).ConfigureAwait(false);
            }
            catch (Exception exception) when (exception is WorkflowTestException or InstancePersistenceException)
            {
                throw Failure(run, exception);
            }

            Check(run, () => CheckAfterCrash(outcome, uninterrupted, options));
        }

        return new CrashReport(first.Points, uninterrupted);
    }

    private static void CheckFirst(CrashOutcome outcome, CrashTestOptions options)
    {
        foreach (string key in options.Effects.Keys)
        {
            if (outcome.CountOf(key) is not 1 and int count)
            {
                throw new WorkflowTestException($"The effect '{key}' happened {Times(count)} although no process was lost; it must happen once.");
            }
        }

        options.Verify?.Invoke(outcome);
    }

    private static void CheckAfterCrash(CrashOutcome outcome, CrashOutcome expected, CrashTestOptions options)
    {
        foreach ((string key, EffectRule rule) in options.Effects)
        {
            int count = outcome.CountOf(key);
            if ((count > 1 && rule != EffectRule.AtLeastOnce) || (count == 0 && rule != EffectRule.AtMostOnce))
            {
                throw new WorkflowTestException($"The effect '{key}' happened {Times(count)}, and the rule is {rule}.");
            }
        }

        if (options.MustEndEqually)
        {
            CheckEqualEnds(outcome.Result, expected.Result);
        }

        options.Verify?.Invoke(outcome);
    }

    private static void CheckEqualEnds(WorkflowTestResult result, WorkflowTestResult expected)
    {
        if (result.State != expected.State)
        {
            throw new WorkflowTestException($"The workflow ended {result.State}, and {expected.State} when no process was lost.", result.Exception);
        }

        foreach ((string name, object? value) in expected.Outputs)
        {
            object? actual = result.Outputs.GetValueOrDefault(name);
            if (!Equals(actual, value))
            {
                throw new WorkflowTestException($"The output '{name}' is {TraceText.Of(actual)}, and {TraceText.Of(value)} when no process was lost.");
            }
        }
    }

    private static string Times(int count) => count switch
    {
        0 => "not at all",
        1 => "once",
        _ => $"{count} times",
    };

    private static void Check(CrashRun run, Action check)
    {
        try
        {
            check();
        }
        catch (Exception exception)
        {
            throw Failure(run, exception);
        }
    }

    private static WorkflowTestException Failure(CrashRun run, Exception exception)
    {
        StringBuilder text = new();
        text.Append(exception.Message.Split(Environment.NewLine)[0])
            .AppendLine(run.LostAt is null ? string.Empty : $" The process was lost {run.LostAt}.")
            .AppendLine("Steps:");
        foreach (string step in run.Steps)
        {
            text.Append("- ").AppendLine(step);
        }

        foreach (WorkflowTrace trace in run.Traces)
        {
            text.AppendLine("A process did:").Append(trace);
        }

        return new WorkflowTestException(text.ToString(), exception);
    }
}
