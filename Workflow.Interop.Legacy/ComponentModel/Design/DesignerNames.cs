using System.ComponentModel;

namespace Workflow.Interop.Legacy.ComponentModel.Design;

/// <summary>A name for attributes of activities. There is no designer, and it has no effect.</summary>
public class ActivityToolboxItem
{
}

/// <inheritdoc cref="ActivityToolboxItem"/>
public class ActivityDesigner
{
}

/// <inheritdoc cref="ActivityToolboxItem"/>
public class CompositeActivityDesigner : ActivityDesigner
{
}

/// <inheritdoc cref="ActivityToolboxItem"/>
public class StructuredCompositeActivityDesigner : CompositeActivityDesigner
{
}

/// <inheritdoc cref="ActivityToolboxItem"/>
public class SequentialActivityDesigner : StructuredCompositeActivityDesigner
{
}

/// <inheritdoc cref="ActivityToolboxItem"/>
public class ParallelActivityDesigner : StructuredCompositeActivityDesigner
{
}

/// <inheritdoc cref="ActivityToolboxItem"/>
public class ActivityPreviewDesigner : SequentialActivityDesigner
{
}

/// <inheritdoc cref="ActivityToolboxItem"/>
public class SequentialWorkflowRootDesigner : SequentialActivityDesigner
{
}

/// <inheritdoc cref="ActivityToolboxItem"/>
public class FreeformActivityDesigner : CompositeActivityDesigner
{
}

/// <inheritdoc cref="ActivityToolboxItem"/>
public class ActivityDesignerTheme
{
}

/// <inheritdoc cref="ActivityToolboxItem"/>
public class CompositeDesignerTheme : ActivityDesignerTheme
{
}

/// <inheritdoc cref="ActivityToolboxItem"/>
public sealed class TypeBrowserEditor
{
}

/// <inheritdoc cref="ActivityToolboxItem"/>
public class BindUITypeEditor
{
}

/// <summary>A name for attributes of properties. It converts as its base class does.</summary>
public class ActivityBindTypeConverter : TypeConverter
{
}
