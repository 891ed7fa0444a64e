using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>An event that is compared with locations: a change of status, or data.</summary>
internal readonly record struct TrackedEvent(Activity Activity, ActivityExecutionStatus? Status, string? Key, object? Data);

/// <summary>A location of activities or data, prepared for comparisons. Immutable.</summary>
internal sealed class LocationPlan
{
    private readonly TypeTest _activity;
    private readonly TypeTest? _data;
    private readonly string? _key;
    private readonly ActivityExecutionStatus[] _statuses;
    private readonly (string Member, ComparisonOperator Operator, string? Value)[] _conditions;

    private LocationPlan(TypeTest activity, TypeTest? data, string? key, ActivityExecutionStatus[] statuses, IEnumerable<TrackingCondition> conditions)
    {
        (_activity, _data, _key, _statuses) = (activity, data, key, statuses);
        _conditions = [.. conditions.Select(static condition => string.IsNullOrEmpty(condition.Member)
            ? throw new InvalidOperationException("A tracking condition has no member; set one.")
            : (condition.Member, condition.Operator, condition.Value))];
    }

    public static LocationPlan Of(ActivityTrackingLocation location) =>
        new(
            new TypeTest(location.ActivityType, location.ActivityTypeName, location.MatchDerivedTypes, "activities"),
            null,
            null,
            [.. location.ExecutionStatusEvents],
            location.Conditions);

    public static LocationPlan Of(UserTrackingLocation location) => new(
        new TypeTest(location.ActivityType, location.ActivityTypeName, location.MatchDerivedActivityTypes, "activities"),
        new TypeTest(location.ArgumentType, location.ArgumentTypeName, location.MatchDerivedArgumentTypes, "data"),
        location.KeyName,
        [],
        location.Conditions);

    public bool MatchesType(Type activityType) => _activity.Matches(activityType);

    public bool Matches(TrackedEvent tracked)
    {
        bool matches = tracked.Status is { } status
            ? Array.IndexOf(_statuses, status) >= 0
            : _data!.Matches(tracked.Data!.GetType()) && (_key is null || _key == tracked.Key);
        return matches && _activity.Matches(tracked.Activity.GetType()) && Array.TrueForAll(_conditions, condition => Holds(tracked.Activity, condition));
    }

    private static bool Holds(Activity activity, (string Member, ComparisonOperator Operator, string? Value) condition) =>
        MemberPath.TryRead(activity, condition.Member, out object? value)
        && (value?.ToString() == condition.Value) == (condition.Operator == ComparisonOperator.Equals);
}
