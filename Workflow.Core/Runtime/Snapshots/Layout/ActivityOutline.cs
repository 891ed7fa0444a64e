using System.Globalization;
using System.Text;
using System.Text.Json;
using Workflow.Data;
using Workflow.Definition;
using Workflow.Persistence;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// The structure of one activity that saved state depends on: its kind, the names and types of its variables and arguments, the delegates that it declares, and
/// the ids and kinds of its children. The names of its class, display names, constants and conditions are not part of it.
/// </summary>
internal sealed class ActivityOutline
{
    private ActivityOutline(ProgramLayout layout, int number)
    {
        Program program = layout.Program;
        ActivityPlan plan = program.Plans[number];
        ScopeLayout scope = layout.ScopeOf(number);
        SlotKind[] shape = program.Shapes[plan.Shape];
        Kind = KindOf(plan);
        Variables = Array.ConvertAll(scope.Variables, slot => OfVariable(layout.VariableAt(number, slot), scope.NameOf(slot), shape[slot]));
        Arguments = Array.ConvertAll(scope.Arguments, slot => OfArgument(plan.Declared!.First(argument => argument.Slot == slot), shape[slot]));
        Children = DescribeChildren(layout, number);
        Delegates = [.. layout.DelegatesOf(number).Select(declared => ParametersOf(layout, declared))];
        NamesTypes = ((OutlineItem[][])[Variables, Arguments, .. Delegates]).Any(items => Array.Exists(items, item => !TypeText.IsFixed(item.Type)));
    }

    /// <summary>The name of a shipped activity, or the kind of the base class of another activity.</summary>
    public string Kind { get; }

    public OutlineItem[] Variables { get; }

    public OutlineItem[] Arguments { get; }

    /// <summary>The number of children, and a hash of their ids, roles and kinds; empty if there are none.</summary>
    public string Children { get; }

    /// <summary>The parameters of each delegate.</summary>
    public OutlineItem[][] Delegates { get; }

    /// <summary>True if the text depends on the aliases of the application.</summary>
    public bool NamesTypes { get; }

    public static ActivityOutline Of(ProgramLayout layout, int number) => new(layout, number);

    /// <summary>Returns the outline as JSON, without empty parts at the end.</summary>
    public byte[] ToJson(TypeRegistry? types)
    {
        using MemoryStream buffer = new();
        using (Utf8JsonWriter json = new(buffer, SnapshotJson.WriterOptions))
        {
            json.WriteStartArray();
            json.WriteStringValue(Kind);
            int last = Delegates.Length > 0 ? 4 : Children.Length > 0 ? 3 : Arguments.Length > 0 ? 2 : Variables.Length > 0 ? 1 : 0;
            if (last >= 1)
            {
                Write(json, Variables, types);
            }

            if (last >= 2)
            {
                Write(json, Arguments, types);
            }

            if (last >= 3)
            {
                json.WriteStringValue(Children);
            }

            if (last >= 4)
            {
                json.WriteStartArray();
                Array.ForEach(Delegates, parameters => Write(json, parameters, types));
                json.WriteEndArray();
            }

            json.WriteEndArray();
        }

        return buffer.ToArray();
    }

    private static void Write(Utf8JsonWriter json, OutlineItem[] items, TypeRegistry? types)
    {
        json.WriteStartObject();
        foreach (OutlineItem item in items)
        {
            json.WriteString(item.Name, item.TextOf(types));
        }

        json.WriteEndObject();
    }

    /// <summary>Returns the kind of an activity. Code that runs without interruption keeps no state, so one such activity can replace another.</summary>
    private static string KindOf(ActivityPlan plan) => plan.Kind switch
    {
        ActivityKind.Code or ActivityKind.CodeWithResult => "code",
        ActivityKind.Composite => "activity",
        ActivityKind.Asynchronous => "async",
        _ => (plan.Flags & PlanFlags.IsShipped) == 0 ? "native" : NameOf(plan.Activity.GetType()),
    };

    private static string NameOf(Type type) => type.IsGenericType ? type.Name[..type.Name.IndexOf('`', StringComparison.Ordinal)] : type.Name;

    /// <summary>
    /// Describes a variable. A variable with a name of its own and without a default starts with the default value of its type, also in an instance that was
    /// saved without it.
    /// </summary>
    private static OutlineItem OfVariable(Variable variable, string name, SlotKind kind) =>
        new(
            name,
            kind.ValueType,
            variable.IsHandle ? "handle " : string.Empty,
            IsOptional: variable is { Default: null, IsHandle: false } && variable.Name == name);

    private static OutlineItem OfArgument(RuntimeArgument argument, SlotKind kind) => new(
        argument.Name!,
        kind.ValueType,
        argument.Direction switch { ArgumentDirection.Out => "out ", ArgumentDirection.InOut => "inout ", _ => string.Empty },
        IsOptional: !argument.IsRequired);

    private static OutlineItem[] ParametersOf(ProgramLayout layout, int number)
    {
        ScopeLayout parameters = layout.ParametersOf(number);
        SlotKind[] shape = layout.Program.Shapes[layout.Program.Delegates[number].Shape];
        return Array.ConvertAll(parameters.Arguments, slot => new OutlineItem(parameters.NameOf(slot), shape[slot].ValueType, string.Empty, IsOptional: false));
    }

    private static string DescribeChildren(ProgramLayout layout, int number)
    {
        List<string> children = [];
        foreach (int child in layout.ChildrenOf(number))
        {
            ActivityPlan plan = layout.Program.Plans[child];

            // An inline expression is evaluated as part of its parent, so another inline expression can replace it.
            string kind = plan.Activity is ActivityWithResult { IsInline: true } ? "inline" : KindOf(plan);
            children.Add($"{layout.IdOf(child)} {RoleOf(plan.Relation)} {kind}\n");
        }

        // The numbers of activities are not part of the saved format, so their order must not change the hash.
        children.Sort(StringComparer.Ordinal);
        return children.Count == 0
            ? string.Empty
            : string.Create(CultureInfo.InvariantCulture, $"{children.Count}:{SnapshotChecksum.Compute(Encoding.UTF8.GetBytes(string.Concat(children))):x8}");
    }

    private static string RoleOf(ChildRelation relation) => relation switch
    {
        ChildRelation.Root => "root",
        ChildRelation.Child => "child",
        ChildRelation.ImportedChild => "importedChild",
        ChildRelation.ImplementationChild => "implementationChild",
        ChildRelation.ArgumentExpression => "argumentExpression",
        ChildRelation.VariableDefault => "variableDefault",
        ChildRelation.ImplementationVariableDefault => "implementationVariableDefault",
        ChildRelation.Handler => "handler",
        ChildRelation.ImportedHandler => "importedHandler",
        _ => "implementationHandler",
    };
}

/// <summary>A variable, an argument or the parameter of a delegate.</summary>
/// <param name="Name">The name in saved state.</param>
/// <param name="Type">The declared type.</param>
/// <param name="Prefix">Other properties on which the saved value depends, such as the direction.</param>
/// <param name="IsOptional">True if an instance that was saved without it can continue with it.</param>
internal readonly record struct OutlineItem(string Name, Type Type, string Prefix, bool IsOptional)
{
    public string TextOf(TypeRegistry? types) => Prefix + TypeText.Of(Type, types);
}
