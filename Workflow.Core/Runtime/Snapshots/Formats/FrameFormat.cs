using System.Diagnostics;
using System.Text.Json;
using Workflow.Data;
using Workflow.Definition;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// An activity instance: its activity, its progress, and the values of its arguments and variables. For an ended instance that only a value refers to, the
/// number, the state and the outputs are saved.
/// </summary>
internal sealed class FrameFormat : ObjectFormat
{
    private const string ActivityKey = "activity", StateKey = "state", PreparationKey = "preparation", NextArgumentKey = "nextArgument",
        CancelKey = "isCancelRequested", DefaultCancelKey = "isDefaultCancel", EndsCanceledKey = "endsCanceled", FailedKey = "hasFailedExpression",
        OwnKey = "own", ChildrenKey = "children", DelegateKey = "delegate", DelegateArgumentsKey = DelegateArgumentsFormat.ArgumentsKey;

    public override string Key => "instance";

    public override bool CanWrite(object value) => value is Frame;

    /// <summary>Returns true if an instance was scheduled through a delegate, which determines the type of its callback.</summary>
    public static bool IsOfDelegate(SnapshotNode entry) => entry.TryGet(DelegateArgumentsKey, out _) || entry.TryGet(DelegateKey, out _);

    public override void Write(object value, SnapshotWriter writer)
    {
        Frame frame = (Frame)value;
        Utf8JsonWriter json = writer.Json;
        writer.WriteCounter(Key, frame.InstanceNumber);
        if (frame.Number != Frame.NoActivity)
        {
            json.WriteString(ActivityKey, writer.Layout.IdOf(frame.Number));
            writer.Mention(frame.Number);
        }

        if (frame.IsCompleted)
        {
            json.WriteString(StateKey, SavedEnumNames.FinalStates.Of(frame.CurrentState));
        }

        if (!writer.Living.Contains(frame))
        {
            WriteEnded(frame, writer);
            return;
        }

        WriteProgress(frame, writer);
        WriteOuterEnvironment(frame, writer);
        FrameLinks.Write(frame, writer);
        if (frame.ChildCount > 0)
        {
            writer.WriteReferences(ChildrenKey, FrameLinks.ChildrenOf(frame));
        }

        FrameRareStateFormat.Write(frame, writer);
        if (frame.Number != Frame.NoActivity && frame.Own is { } own)
        {
            EnvironmentValues.Write(own, writer);
        }
    }

    public override object Create(SnapshotNode entry, SnapshotReader reader)
    {
        Frame frame = new(reader.Target)
        {
            Number = entry.TryGet(ActivityKey, out SnapshotNode id) ? reader.ActivityOf(id) : Frame.NoActivity,
            InstanceNumber = entry.Get(Key).Counter(),
            CurrentState = entry.WordOr(StateKey, SavedEnumNames.FinalStates, ActivityInstanceState.Executing),
            IsCancellationRequested = entry.FlagOf(CancelKey),

            // The snapshot does not record whether code of the application refers to the object, so a reference is assumed.
            Flags = InstanceFlags.IsExposed
                | FlagOf(entry, DefaultCancelKey, InstanceFlags.DefaultCancellation)
                | FlagOf(entry, EndsCanceledKey, InstanceFlags.MarkedCanceled)
                | FlagOf(entry, FailedKey, InstanceFlags.InitializationIncomplete),
        };
        frame.Stage = frame.IsCompleted ? InstanceStage.Completed : entry.WordOr(PreparationKey, SavedEnumNames.Preparation, InstanceStage.Executing);
        if (frame.Number == Frame.NoActivity)
        {
            return frame.IsCompleted ? frame : throw entry.Invalid($"has neither '{ActivityKey}' nor '{StateKey}'");
        }

        if ((frame.Plan.Flags & PlanFlags.HasSlots) != 0 && !entry.TryGet(OwnKey, out _))
        {
            frame.SetOwn(EnvironmentFormat.Create(frame.Number, reader));
        }

        frame.Position = PositionOf(frame, entry, reader);
        return frame;
    }

    public override void Load(object value, SnapshotNode entry, SnapshotReader reader)
    {
        Frame frame = (Frame)value;
        if (entry.TryGet(OwnKey, out _))
        {
            LoadEnded(frame, entry, reader);
        }

        LoadDelegate(frame, entry, reader);
        foreach (Frame child in reader.GetAll<Frame>(entry, ChildrenKey))
        {
            if (child.Parent is not null || ReferenceEquals(child, frame))
            {
                throw entry.Get(ChildrenKey).Invalid("has an instance that is already a child");
            }

            child.Parent = frame;
            FrameTree.Link(frame, child);
        }

        FrameRareStateFormat.Load(frame, entry, reader);
        if (frame.Number != Frame.NoActivity && frame.Own is { } own && (frame.Plan.Flags & PlanFlags.HasSlots) != 0)
        {
            EnvironmentValues.Read(own, entry, reader);
        }
        else
        {
            EnvironmentValues.CheckNone(entry);
        }
    }

    public override void Finish(object value, SnapshotNode entry, SnapshotReader reader)
    {
        Frame frame = (Frame)value;
        FrameLinks.Load(frame, entry, reader);
        if (entry.TryGet(EnvironmentFormat.OuterKey, out _))
        {
            reader.SetOuterEnvironment(frame, reader.EnvironmentOrNull(entry, EnvironmentFormat.OuterKey));
        }
    }

    private static InstanceFlags FlagOf(SnapshotNode entry, string key, InstanceFlags flag) => entry.FlagOf(key) ? flag : InstanceFlags.None;

    /// <summary>Writes an ended instance, whose outputs code of the application may still read.</summary>
    private static void WriteEnded(Frame frame, SnapshotWriter writer)
    {
        if (frame.Number == Frame.NoActivity || (frame.Plan.Flags & PlanFlags.HasSlots) == 0)
        {
            return;
        }

        if (frame.Own is null)
        {
            writer.Json.WriteNull(OwnKey);
        }
        else
        {
            writer.WriteReference(OwnKey, frame.Own);
        }
    }

    private static void LoadEnded(Frame frame, SnapshotNode entry, SnapshotReader reader)
    {
        LocationEnvironment? own = reader.EnvironmentOrNull(entry, OwnKey);
        if (!frame.IsCompleted || (own is not null && own.ScopeId != reader.Program.ScopeOf(frame.Number)))
        {
            throw entry.Get(OwnKey).Invalid("is the environment of another activity, or belongs to an instance that has not ended");
        }

        frame.SetOwn(own);
    }

    private static void WriteProgress(Frame frame, SnapshotWriter writer)
    {
        Utf8JsonWriter json = writer.Json;
        Debug.Assert(
            frame.IsCompleted || !frame.Has(InstanceFlags.IsStepping) || frame.ChildCount == 1,
            "Between two work items an activity that runs inline has one child.");
        if (frame.Stage < InstanceStage.Executing)
        {
            json.WriteString(PreparationKey, SavedEnumNames.Preparation.Of(frame.Stage));
        }

        if (frame.Stage == InstanceStage.ResolvingArguments && frame.Plan.Arguments is { } arguments && frame.Position < arguments.Length)
        {
            json.WriteString(NextArgumentKey, writer.Layout.ScopeOf(frame.Number).NameOf(arguments[frame.Position].Binding.Slot));
        }

        WriteFlag(CancelKey, frame.IsCancellationRequested, json);
        WriteFlag(DefaultCancelKey, frame.Has(InstanceFlags.DefaultCancellation), json);
        WriteFlag(EndsCanceledKey, frame.Has(InstanceFlags.MarkedCanceled) && !frame.IsCompleted, json);
        WriteFlag(FailedKey, frame.Has(InstanceFlags.InitializationIncomplete), json);
    }

    private static void WriteFlag(string key, bool flag, Utf8JsonWriter json)
    {
        if (flag)
        {
            json.WriteBoolean(key, true);
        }
    }

    /// <summary>Returns the number of arguments and variables that have been evaluated.</summary>
    private static int PositionOf(Frame frame, SnapshotNode entry, SnapshotReader reader)
    {
        PlannedBinding[] arguments = frame.Plan.Arguments ?? [];
        if (!entry.TryGet(NextArgumentKey, out SnapshotNode next))
        {
            return frame.Stage switch
            {
                InstanceStage.ResolvingArguments => arguments.Length,
                InstanceStage.ResolvingVariables => arguments.Length + (frame.Plan.Variables?.Length ?? 0),
                _ => 0,
            };
        }

        int slot = reader.Layout.ScopeOf(frame.Number).TryFind(next.Text(), isVariable: false, out int found) ? found : -1;
        int position = Array.FindIndex(arguments, planned => planned.Binding.Slot == slot);
        return position >= 0 && frame.Stage == InstanceStage.ResolvingArguments
            ? position
            : throw next.Invalid("is not an argument that the activity evaluates now");
    }

    /// <summary>
    /// Writes the outer environment. It is omitted if it is the environment of the parent or the arguments of the delegate, which it nearly always is.
    /// </summary>
    private static void WriteOuterEnvironment(Frame frame, SnapshotWriter writer)
    {
        writer.WriteReference(DelegateArgumentsKey, frame.DelegateArguments);
        if (frame.DelegateArguments is null && frame.CompletionKind is CompletionKind.DelegateOutputs or CompletionKind.DelegateResult)
        {
            writer.Json.WriteString(DelegateKey, writer.Layout.DelegateNameOf(frame.DelegateNumber));
            writer.Mention(writer.Layout.Program.Delegates[frame.DelegateNumber].Owner);
        }

        if (frame.Number == Frame.NoActivity)
        {
            return;
        }

        LocationEnvironment? outer = frame.Own is { } own ? own.Parent : frame.Environment;
        if (ReferenceEquals(outer, SnapshotReader.DefaultOuterEnvironment(frame)))
        {
            return;
        }

        if (outer is null)
        {
            writer.Json.WriteNull(EnvironmentFormat.OuterKey);
        }
        else
        {
            writer.WriteReference(EnvironmentFormat.OuterKey, outer);
        }
    }

    private static void LoadDelegate(Frame frame, SnapshotNode entry, SnapshotReader reader)
    {
        if (entry.TryGet(DelegateArgumentsKey, out SnapshotNode reference))
        {
            LocationEnvironment arguments = reader.Get<LocationEnvironment>(reference);
            frame.DelegateNumber = SlotNames.DelegateOf(arguments);
            frame.DelegateArguments = arguments;
            if (frame.DelegateNumber < 0)
            {
                throw reference.Invalid("does not refer to the arguments of a delegate");
            }
        }
        else if (entry.TryGet(DelegateKey, out SnapshotNode name))
        {
            frame.DelegateNumber = reader.DelegateOf(name);
        }
        else
        {
            return;
        }

        if (frame.Number != Frame.NoActivity && reader.Program.Delegates[frame.DelegateNumber].Handler != frame.Number)
        {
            throw entry.Invalid("is the handler of another delegate");
        }
    }
}
