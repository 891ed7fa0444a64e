using System.Collections.Frozen;
using System.Diagnostics.CodeAnalysis;

namespace Workflow.Tracking.Etw.Profiles;

/// <summary>Reads the queries of a profile. The kind of a query is the name of the member of "queries" that contains it.</summary>
internal static class QueryReader
{
    private const string Annotations = "annotations";
    private const string ActivityName = "activityName";
    private const string ChildActivityName = "childActivityName";
    private const string FaultSourceActivityName = "faultSourceActivityName";
    private const string FaultHandlerActivityName = "faultHandlerActivityName";
    private const string Name = "name";
    private const string States = "states";
    private const string Arguments = "arguments";
    private const string Variables = "variables";

    private static readonly FrozenDictionary<string, Func<JsonValue, TrackingQuery>> Kinds = new Dictionary<string, Func<JsonValue, TrackingQuery>>
    {
        ["workflowInstance"] = ReadInstance,
        ["activityState"] = ReadActivityState,
        ["activityScheduled"] = ReadScheduled,
        ["cancelRequested"] = ReadCancel,
        ["faultPropagation"] = ReadFault,
        ["bookmarkResumption"] = ReadResumption,
        ["custom"] = ReadCustom,
    }.ToFrozenDictionary(StringComparer.Ordinal);

    private static readonly FrozenSet<string> InstanceStates = ConstantsOf(typeof(WorkflowInstanceStates));
    private static readonly FrozenSet<string> StatesOfActivities = ConstantsOf(typeof(ActivityStates));

    public static void Read(string kind, JsonValue list, ICollection<TrackingQuery> queries)
    {
        if (!Kinds.TryGetValue(kind, out Func<JsonValue, TrackingQuery>? read))
        {
            throw list.Error(
                $"The kind of query '{kind}' is unknown; there are {string.Join(", ", Kinds.Keys.Order(StringComparer.Ordinal).Select(known => $"'{known}'"))}.");
        }

        foreach (JsonValue item in list.Items)
        {
            TrackingQuery query = read(item);
            ReadAnnotations(item, query);
            queries.Add(query);
        }
    }

    private static void ReadAnnotations(JsonValue value, TrackingQuery query)
    {
        if (value.Members.TryGetValue(Annotations, out JsonValue? annotations))
        {
            foreach ((string key, JsonValue text) in annotations.Members)
            {
                query.QueryAnnotations.Add(key, text.Text);
            }
        }
    }

    private static WorkflowInstanceQuery ReadInstance(JsonValue value)
    {
        ProfileReader.OnlyMembers(value, States, Annotations);
        WorkflowInstanceQuery query = new();
        ReadStates(value, query.States, InstanceStates);
        return query;
    }

    private static ActivityStateQuery ReadActivityState(JsonValue value)
    {
        ProfileReader.OnlyMembers(value, ActivityName, States, Arguments, Variables, Annotations);
        ActivityStateQuery query = new() { ActivityName = NameOf(value, ActivityName) };
        ReadStates(value, query.States, StatesOfActivities);
        ReadTexts(value, Arguments, query.Arguments);
        ReadTexts(value, Variables, query.Variables);
        return query;
    }

    private static ActivityScheduledQuery ReadScheduled(JsonValue value)
    {
        ProfileReader.OnlyMembers(value, ActivityName, ChildActivityName, Annotations);
        return new ActivityScheduledQuery { ActivityName = NameOf(value, ActivityName), ChildActivityName = NameOf(value, ChildActivityName) };
    }

    private static CancelRequestedQuery ReadCancel(JsonValue value)
    {
        ProfileReader.OnlyMembers(value, ActivityName, ChildActivityName, Annotations);
        return new CancelRequestedQuery { ActivityName = NameOf(value, ActivityName), ChildActivityName = NameOf(value, ChildActivityName) };
    }

    private static FaultPropagationQuery ReadFault(JsonValue value)
    {
        ProfileReader.OnlyMembers(value, FaultSourceActivityName, FaultHandlerActivityName, Annotations);
        return new FaultPropagationQuery
        {
            FaultSourceActivityName = NameOf(value, FaultSourceActivityName),
            FaultHandlerActivityName = NameOf(value, FaultHandlerActivityName),
        };
    }

    private static BookmarkResumptionQuery ReadResumption(JsonValue value)
    {
        ProfileReader.OnlyMembers(value, Name, Annotations);
        return new BookmarkResumptionQuery { Name = NameOf(value, Name) };
    }

    private static CustomTrackingQuery ReadCustom(JsonValue value)
    {
        ProfileReader.OnlyMembers(value, Name, ActivityName, Annotations);
        return new CustomTrackingQuery { Name = NameOf(value, Name), ActivityName = NameOf(value, ActivityName) };
    }

    /// <summary>Returns the name; a missing name means any.</summary>
    private static string NameOf(JsonValue value, string member) =>
        value.Members.TryGetValue(member, out JsonValue? name) ? ProfileReader.NotEmpty(name) : "*";

    private static void ReadTexts(JsonValue value, string member, ICollection<string> texts)
    {
        if (value.Members.TryGetValue(member, out JsonValue? list))
        {
            foreach (JsonValue item in list.Items)
            {
                texts.Add(ProfileReader.NotEmpty(item));
            }
        }
    }

    /// <summary>Reads the states of a query. A query without states is an error, because it requests nothing.</summary>
    private static void ReadStates(JsonValue value, ICollection<string> states, FrozenSet<string> known)
    {
        JsonValue list = ProfileReader.Member(value, States);
        foreach (JsonValue item in list.Items)
        {
            if (!known.Contains(item.Text))
            {
                throw item.Error(
                    $"The state '{item.Text}' is unknown; there are {string.Join(", ", known.Order(StringComparer.Ordinal).Select(state => $"'{state}'"))}.");
            }

            states.Add(item.Text);
        }

        if (states.Count == 0)
        {
            throw list.Error("At least one state is expected here; '*' means all.");
        }
    }

    private static FrozenSet<string> ConstantsOf([DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicFields)] Type states) =>
        states.GetFields().Select(field => (string)field.GetRawConstantValue()!).Append("*").ToFrozenSet(StringComparer.Ordinal);
}
