using System.Diagnostics.CodeAnalysis;
using System.Linq.Expressions;
using System.Reflection;
using Workflow.Foundation;

namespace Workflow.Expressions;

/// <summary>Converts nodes for locations to activities that return the locations.</summary>
[RequiresUnreferencedCode(TrimmingNotes.ByName)]
[RequiresDynamicCode(TrimmingNotes.ByType)]
internal sealed class ReferenceConversion(Conversion conversion)
{
    /// <summary>Creates an activity that returns a location of exactly the type of the node; null after a problem.</summary>
    public ActivityWithResult? Convert(Expression node) => node switch
    {
        MethodCallExpression call when conversion.Reads.Named(call) is { } named => conversion.Reads.Reference(named, call.Type),
        MethodCallExpression { Method.Name: "Get", Object: { Type.IsArray: true } array } call => Cell(array, call.Arguments),
        MethodCallExpression { Object: { } owner } call when IndexerOf(call) is { } indexer => Item(owner, indexer, call.Arguments),
        MemberExpression member => FromMember(member),
        BinaryExpression { NodeType: ExpressionType.ArrayIndex } element => Element(element.Left, element.Right),
        IndexExpression { Indexer: null, Object: { } array, Arguments: [var index] } => Element(array, index),
        IndexExpression { Indexer: null, Object: { } array } cell => Cell(array, cell.Arguments),
        IndexExpression { Indexer: { } indexer, Object: { } owner } item => Item(owner, indexer, item.Arguments),
        _ => conversion.Fail(
            $"The node '{node.NodeType}' of '{node}' does not name a location that can be written; use a variable, an argument, a property, a field or an element."),
    };

    private static PropertyInfo? IndexerOf(MethodCallExpression call) =>
        call.Object!.Type.GetDefaultMembers().OfType<PropertyInfo>().FirstOrDefault(property => property.GetMethod == call.Method);

    private ActivityWithResult? FromMember(MemberExpression node)
    {
        if (conversion.Values.IsCaptured(node.Expression))
        {
            return conversion.FailCaptured(node);
        }

        string kind = node.Member is FieldInfo ? "Field" : "Property";
        string name = node.Member.Name;
        Type owner = node.Expression?.Type ?? node.Member.DeclaringType!;
        MemberInfo? found = node.Member is FieldInfo ? MemberSearch.Field(owner, name) : MemberSearch.Property(owner, name);
        if (found is null || MemberTraits.TypeOf(found) != node.Type || !MemberTraits.IsWritable(found))
        {
            return conversion.Fail(
                $"'{name}' of '{owner}' is not a public {(kind == "Field" ? "field" : "property")} that can be written; make it one, or name another location.");
        }

        Type definition = (kind, node.Expression is { Type.IsValueType: true }) switch
        {
            ("Field", false) => typeof(FieldReference<,>),
            ("Field", true) => typeof(ValueTypeFieldReference<,>),
            (_, false) => typeof(PropertyReference<,>),
            _ => typeof(ValueTypePropertyReference<,>),
        };
        return On(Parts.Make(definition, owner, node.Type).With($"{kind}Name", name), node.Expression);
    }

    private ActivityWithResult? Item(Expression owner, PropertyInfo indexer, IReadOnlyList<Expression> nodes)
    {
        if (indexer.SetMethod is not { IsPublic: true })
        {
            return conversion.Fail($"The indexer of '{owner.Type}' cannot be written; name another location.");
        }

        Type[] types = Array.ConvertAll(indexer.GetIndexParameters(), static parameter => parameter.ParameterType);
        if (Indices(nodes, types) is not { } indices)
        {
            return null;
        }

        Type definition = owner.Type.IsValueType ? typeof(ValueTypeIndexerReference<,>) : typeof(IndexerReference<,>);
        return On(Parts.Make(definition, owner.Type, indexer.PropertyType).Adding(nameof(IndexerReference<,>.Indices), indices), owner);
    }

    /// <summary>Binds the operand of a member activity: an object by its value, a struct by its location.</summary>
    private ActivityWithResult? On(ActivityWithResult activity, Expression? owner)
    {
        if (owner is null)
        {
            return activity;
        }

        if (!owner.Type.IsValueType)
        {
            return conversion.Values.Convert(owner) is { } operand ? activity.With(nameof(FieldReference<,>.Operand), Parts.In(operand)) : null;
        }

        return Convert(owner) is { } place
            ? activity.With(nameof(ValueTypeFieldReference<,>.OperandLocation), Parts.On(place, ArgumentDirection.InOut))
            : null;
    }

    private ActivityWithResult? Element(Expression array, Expression index) =>
        conversion.Values.Convert(array) is not { } owner || conversion.Values.ConvertTo(index, typeof(int)) is not { } position ? null
            : Parts.Make(typeof(ArrayItemReference<>), array.Type.GetElementType()!)
                .With(nameof(ArrayItemReference<>.Array), Parts.In(owner)).With(nameof(ArrayItemReference<>.Index), Parts.In(position));

    private ActivityWithResult? Cell(Expression array, IReadOnlyList<Expression> nodes) =>
        conversion.Values.ConvertTo(array, typeof(Array)) is not { } owner || Indices(nodes, [.. nodes.Select(_ => typeof(int))]) is not { } indices ? null
            : Parts.Make(typeof(MultidimensionalArrayItemReference<>), array.Type.GetElementType()!)
                .With(nameof(MultidimensionalArrayItemReference<>.Array), Parts.In(owner))
                .Adding(nameof(MultidimensionalArrayItemReference<>.Indices), indices);

    private List<Argument>? Indices(IReadOnlyList<Expression> nodes, Type[] types)
    {
        List<Argument> indices = [];
        for (int i = 0; i < types.Length; i++)
        {
            if (conversion.Values.ConvertTo(nodes[i], types[i]) is not { } index)
            {
                return null;
            }

            indices.Add(Parts.In(index));
        }

        return indices;
    }
}
