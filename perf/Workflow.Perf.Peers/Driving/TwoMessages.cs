using System.Data.Common;
using Workflow.Perf.Peers.Databases;

namespace Workflow.Perf.Peers.Driving;

/// <summary>The main row: start by key, message, effect, message, effect, end; 64 instances at once.</summary>
internal static class TwoMessages
{
    public const int AtOnce = 64;

    public static Row Row { get; } = new(
        "two-messages", "Two messages, 64 instances at once", static subject => subject.Engine != Engine.Memory, IsRepeated: true, MeasureAsync);

    /// <summary>Runs one instance from its start to its second effect.</summary>
    public static async Task RunOneAsync(SystemUnderTest system)
    {
        Guid instance = Guid.NewGuid();
        await system.BeginAsync(instance);
        await system.SendAsync(instance, SystemUnderTest.First);
        await Marks.WaitAsync(instance, SystemUnderTest.First);
        await system.SendAsync(instance, SystemUnderTest.Second);
        await Marks.WaitAsync(instance, SystemUnderTest.Second);
    }

    /// <summary>Waits until the database contains no unfinished instance. The measured time includes this wait.</summary>
    /// <returns>The number of queries of the driver.</returns>
    public static async Task<int> DrainAsync(SystemUnderTest system, Place place)
    {
        if (system.CountUnfinished is not { } query)
        {
            return 0;
        }

        await using DbConnection connection = await place.ObserveAsync();
        int asked = 1;
        while (await Place.CountAsync(connection, query) > 0)
        {
            asked++;
            await Task.Delay(TimeSpan.FromMilliseconds(10), TimeProvider.System);
        }

        return asked;
    }

    private static async Task<Sample> MeasureAsync(SystemUnderTest system, Place place, RowScope scope)
    {
        await Load.RepeatAsync(scope.WarmUp, AtOnce, () => RunOneAsync(system));
        await DrainAsync(system, place);
        bool isCounting = scope.CountsTransactions && place.Engine == Engine.PostgreSql;
        long before = isCounting ? await SettledTransactionsAsync(place) : 0;
        Gauge gauge = await Gauge.StartAsync(place);
        long count = await Load.RepeatAsync(scope.Duration, AtOnce, () => RunOneAsync(system));
        int asked = await DrainAsync(system, place);
        Sample sample = await gauge.StopAsync(count);
        if (isCounting)
        {
            sample.Figures[Names.Transactions] = (double)(await SettledTransactionsAsync(place) - before - asked) / count;
        }

        await CheckAsync(place, count);
        return sample;
    }

    /// <summary>
    /// Returns the number of transactions after all sessions have reported theirs, which they do at the latest ten seconds after their last statement.
    /// </summary>
    private static async Task<long> SettledTransactionsAsync(Place place)
    {
        await Task.Delay(TimeSpan.FromSeconds(11), TimeProvider.System);
        return await ServerCounters.TransactionsAsync(place);
    }

    private static async Task CheckAsync(Place place, long count)
    {
        if (place.Engine != Engine.Memory && await place.CountAsync("SELECT count(*) FROM effect") < 2 * count)
        {
            throw new InvalidOperationException("An effect is missing.");
        }
    }
}
