namespace Workflow.Perf.Peers.Driving;

/// <summary>The row in which an instance makes five steps after its start, without an external message. Each step is stored before the next.</summary>
internal static class FiveSteps
{
    public static Row Row { get; } = new(
        "five-steps",
        "Five steps from a start, 64 instances at once",
        static subject => !subject.IsVariant,
        IsRepeated: true,
        async (system, place, scope) =>
        {
            await Load.RepeatAsync(scope.WarmUp, TwoMessages.AtOnce, RunAsync);
            Gauge gauge = await Gauge.StartAsync(place);
            long count = await Load.RepeatAsync(scope.Duration, TwoMessages.AtOnce, RunAsync);
            return await gauge.StopAsync(count);

            async Task RunAsync()
            {
                Guid instance = Guid.NewGuid();
                await system.BeginStepsAsync(instance);
                await Marks.WaitAsync(instance, SystemUnderTest.LastStep);
            }
        });
}
